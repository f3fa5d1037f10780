/** Cuts an input into records as its bytes come in; holds one record at most. */
import type { RecordErrorCode } from '../record-error.ts';

export interface RecordSink {
  /** @param line the line the record begins on, from 1 */
  record(bytes: Uint8Array, line: number): void;
  failure(code: RecordErrorCode, message: string, line: number): void;
}

export interface Splitter {
  push(chunk: Buffer): void;
  end(): void;
}

const NEWLINE = 0x0a;

export function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || (byte !== undefined && byte >= 0x09 && byte <= 0x0d);
}

/** The pieces of a record that lies across chunks, up to `limit` bytes; past that they are dropped. */
export class Pieces {
  readonly #limit: number;
  #parts: Uint8Array[] = [];
  #length = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get isTooLarge(): boolean {
    return this.#length > this.#limit;
  }

  get isEmpty(): boolean {
    return this.#length === 0;
  }

  add(part: Uint8Array): void {
    this.#length += part.length;
    if (this.isTooLarge) this.#parts = [];
    else if (part.length > 0) this.#parts.push(part);
  }

  /** Hands the record over and begins anew. */
  give(sink: RecordSink, line: number): void {
    if (this.isTooLarge) sink.failure('record_too_large', tooLarge(this.#limit), line);
    else sink.record(this.#parts.length === 1 ? this.#parts[0]! : Buffer.concat(this.#parts, this.#length), line);
    this.#parts = [];
    this.#length = 0;
  }
}

function tooLarge(limit: number): string {
  return `the record is larger than ${limit} bytes (--max-record-bytes)`;
}

/** One record a line. */
export class LineSplitter implements Splitter {
  readonly #sink: RecordSink;
  readonly #pieces: Pieces;
  readonly #keepEmpty: boolean;
  #line = 1;

  /** @param keepEmpty empty lines mean something, as in event streams; else they are no records */
  constructor(sink: RecordSink, limit: number, keepEmpty = false) {
    this.#sink = sink;
    this.#pieces = new Pieces(limit);
    this.#keepEmpty = keepEmpty;
  }

  push(chunk: Buffer): void {
    let at = 0;
    for (;;) {
      const end = chunk.indexOf(NEWLINE, at);
      if (end < 0) break;
      this.#pieces.add(chunk.subarray(at, end));
      this.#give();
      this.#line++;
      at = end + 1;
    }
    this.#pieces.add(chunk.subarray(at));
  }

  end(): void {
    if (!this.#pieces.isEmpty) this.#give();
  }

  #give(): void {
    if (this.#keepEmpty || !this.#pieces.isEmpty) this.#pieces.give(this.#sink, this.#line);
  }
}

/** The whole input is one record. */
export class WholeSplitter implements Splitter {
  readonly #sink: RecordSink;
  readonly #pieces: Pieces;

  constructor(sink: RecordSink, limit: number) {
    this.#sink = sink;
    this.#pieces = new Pieces(limit);
  }

  push(chunk: Buffer): void {
    this.#pieces.add(chunk);
  }

  end(): void {
    this.#pieces.give(this.#sink, 1);
  }
}
