/** A run of records of one input, with their bytes: the unit of work, and of what a worker thread is sent. */
import type { RecordErrorCode } from '../record-error.ts';

/** `json`: a JSON value a record; `ids`: numbers; `text`: a generation as it was printed. */
export type RecordKind = 'json' | 'ids' | 'text';

export interface Block {
  /** Name of the file as it was given, null for standard input. */
  file: string | null;
  kind: RecordKind;
  bytes: Uint8Array;
  /** Start and end in `bytes` of each record, one pair after the other. */
  bounds: Uint32Array;
  /** The line each record begins on, from 1. */
  lines: Uint32Array;
  /** Index of the first record in its top-level array; -1 where there is none. */
  firstIndex: number;
  /** Records that could not be read at all, by their number in this block (their bounds are empty). */
  failures: { record: number; code: RecordErrorCode; message: string }[];
}

/** Bytes a block collects before it is worked on. */
const BLOCK_BYTES = 1 << 20;
/** Records a block collects at most: rows are bigger than short records. */
const BLOCK_RECORDS = 8192;

export class BlockBuilder {
  readonly #file: string | null;
  readonly #kind: RecordKind;
  readonly #indexed: boolean;
  #parts: Uint8Array[] = [];
  #length = 0;
  #bounds: number[] = [];
  #lines: number[] = [];
  #failures: Block['failures'] = [];
  #before = 0;

  /** @param indexed the records are elements of an array: they are counted */
  constructor(file: string | null, kind: RecordKind, indexed: boolean) {
    this.#file = file;
    this.#kind = kind;
    this.#indexed = indexed;
  }

  /** Counts a record that is not to be worked on. Only before the first one that is. */
  skip(): void {
    this.#before++;
  }

  /** Index of the next record in its top-level array, null if it is in none. */
  get nextIndex(): number | null {
    return this.#indexed ? this.#before + this.#lines.length : null;
  }

  add(bytes: Uint8Array, line: number): void {
    this.#parts.push(bytes);
    this.#bounds.push(this.#length, this.#length + bytes.length);
    this.#length += bytes.length;
    this.#lines.push(line);
  }

  fail(code: RecordErrorCode, message: string, line: number): void {
    this.#failures.push({ record: this.#lines.length, code, message });
    this.#bounds.push(this.#length, this.#length);
    this.#lines.push(line);
  }

  get isFull(): boolean {
    return this.#length >= BLOCK_BYTES || this.#lines.length >= BLOCK_RECORDS;
  }

  /** The records so far, if there are any; the builder begins anew. */
  take(): Block | undefined {
    const count = this.#lines.length;
    if (count === 0) return undefined;
    const block: Block = {
      file: this.#file,
      kind: this.#kind,
      bytes: this.#parts.length === 1 ? this.#parts[0]! : Buffer.concat(this.#parts, this.#length),
      bounds: Uint32Array.from(this.#bounds),
      lines: Uint32Array.from(this.#lines),
      firstIndex: this.#indexed ? this.#before : -1,
      failures: this.#failures,
    };
    this.#before += count;
    this.#parts = [];
    this.#length = 0;
    this.#bounds = [];
    this.#lines = [];
    this.#failures = [];
    return block;
  }
}
