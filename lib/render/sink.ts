/** Where a rendering goes: the same calls make text or ids, so the two cannot drift apart. */
import { kindOf, SPELLING, specialName } from '../wire/index.ts';
import { IdList } from './encode/index.ts';

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
  readonly #ids = new IdList(256);

  constructor(encode: EncodePiece) {
    this.#encode = encode;
  }

  control(id: number): void {
    this.#ids.push(id);
  }

  text(piece: string): void {
    this.#ids.append(this.#encode(piece));
  }

  finish(): Uint32Array {
    return this.#ids.finish();
  }
}
