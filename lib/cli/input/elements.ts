/**
 * Every element of a top-level array is a record, as its bytes stand. So a broken element costs itself and not the rest,
 * and lists of ids keep their fast reader; a tokenizing stream parser would give neither.
 */
import { isSpace, Pieces, type RecordSink, type Splitter } from './splitter.ts';

const NEWLINE = 0x0a;
const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

type Stage = 'before' | 'inside' | 'after';

export class ElementSplitter implements Splitter {
  readonly #sink: RecordSink;
  readonly #pieces: Pieces;
  #stage: Stage = 'before';
  #depth = 0;
  #inString = false;
  #escaped = false;
  #line = 1;
  /** Where the open element began; 0 while only white space stood in it. */
  #begun = 0;
  #count = 0;
  #hasRest = false;

  constructor(sink: RecordSink, limit: number) {
    this.#sink = sink;
    this.#pieces = new Pieces(limit);
  }

  push(chunk: Buffer): void {
    let at = 0;
    while (at < chunk.length) {
      if (this.#stage === 'inside') at = this.#inside(chunk, at);
      else at = this.#outside(chunk, at);
    }
  }

  end(): void {
    if (this.#stage === 'after') return;
    const message = 'the input ends inside its top-level array';
    this.#sink.failure('invalid_json', message, this.#begun || this.#line);
  }

  /** One byte before or behind the array. */
  #outside(chunk: Buffer, at: number): number {
    const byte = chunk[at]!;
    if (byte === NEWLINE) this.#line++;
    else if (this.#stage === 'before' && byte === OPEN) this.#stage = 'inside';
    else if (!isSpace(byte) && !this.#hasRest) {
      this.#hasRest = true;
      this.#sink.failure('invalid_json', 'something stands behind the top-level array', this.#line);
    }
    return at + 1;
  }

  /** Runs to the end of an element, or of the chunk. */
  #inside(chunk: Buffer, start: number): number {
    let from = start;
    let at = start;
    if (this.#begun === 0) {
      at = this.#skipSpace(chunk, at);
      if (at === chunk.length) return at;
      from = at;
      if (chunk[at] !== COMMA && chunk[at] !== CLOSE) this.#begun = this.#line;
    }
    const end = this.#endOfElement(chunk, at);
    this.#pieces.add(chunk.subarray(from, end));
    if (end === chunk.length) return end;
    const isLast = chunk[end] === CLOSE;
    // `[]` has no element; `[1,]` has an empty one, which is no JSON.
    if (this.#begun > 0 || this.#count > 0 || !isLast) this.#pieces.give(this.#sink, this.#begun || this.#line);
    this.#count++;
    this.#begun = 0;
    if (isLast) this.#stage = 'after';
    return end + 1;
  }

  #skipSpace(chunk: Buffer, from: number): number {
    let at = from;
    for (; at < chunk.length && isSpace(chunk[at]); at++) if (chunk[at] === NEWLINE) this.#line++;
    return at;
  }

  #endOfElement(chunk: Buffer, from: number): number {
    let inString = this.#inString;
    let depth = this.#depth;
    let at = from;
    for (; at < chunk.length; at++) {
      const byte = chunk[at]!;
      if (inString) {
        if (this.#escaped) this.#escaped = false;
        else if (byte === BACKSLASH) this.#escaped = true;
        else if (byte === QUOTE) inString = false;
      } else if (byte === QUOTE) inString = true;
      else if (byte === OPEN || byte === OPEN_BRACE) depth++;
      else if (depth === 0 && (byte === COMMA || byte === CLOSE)) break;
      else if (byte === CLOSE || byte === CLOSE_BRACE) depth--;
      else if (byte === NEWLINE) this.#line++;
    }
    this.#inString = inString;
    this.#depth = Math.max(0, depth);
    return at;
  }
}
