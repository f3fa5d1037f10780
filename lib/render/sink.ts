/** Where a rendering goes: the same calls make text or ids, so the two cannot drift apart. */
import { kindOf, SPELLING, specialName } from '../wire/index.ts';

export interface PieceSink {
  /** A control token. */
  control(id: number): void;
  /** A piece of ordinary text, encoded on its own: nothing merges across its ends. */
  text(piece: string): void;
}

export class TextSink implements PieceSink {
  readonly #parts: string[] = [];

  control(id: number): void {
    this.#parts.push(SPELLING[kindOf(id)] ?? specialName(id));
  }

  text(piece: string): void {
    this.#parts.push(piece);
  }

  finish(): string {
    return this.#parts.join('');
  }
}

/** Turns one piece of text into ids. */
export type EncodePiece = (piece: string) => Uint32Array;

export class TokenSink implements PieceSink {
  readonly #encode: EncodePiece;
  #ids = new Uint32Array(256);
  #length = 0;

  constructor(encode: EncodePiece) {
    this.#encode = encode;
  }

  control(id: number): void {
    this.#reserve(1);
    this.#ids[this.#length++] = id;
  }

  text(piece: string): void {
    const ids = this.#encode(piece);
    this.#reserve(ids.length);
    this.#ids.set(ids, this.#length);
    this.#length += ids.length;
  }

  finish(): Uint32Array {
    return this.#ids.slice(0, this.#length);
  }

  #reserve(count: number): void {
    const need = this.#length + count;
    if (need <= this.#ids.length) return;
    const grown = new Uint32Array(Math.max(need, this.#ids.length * 2));
    grown.set(this.#ids.subarray(0, this.#length));
    this.#ids = grown;
  }
}
