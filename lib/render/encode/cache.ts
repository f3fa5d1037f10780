/** Encoded pieces by their text, at most so many bytes of them. */

import { ownCopy } from './own-copy.ts';

/** What an entry costs beside its text and ids: 250 bytes of heap measured (map, string, typed array). */
const ENTRY_BYTES = 250;

/**
 * Two generations: what was asked for since the last turnover is young, the generation before is dropped as a whole.
 * Unlike a list by last use this costs nothing on a hit, and what every conversation uses stays.
 */
export class PieceCache {
  readonly #maxBytes: number;
  #young = new Map<string, Uint32Array>();
  #old = new Map<string, Uint32Array>();
  #youngBytes = 0;

  /** `maxBytes` bounds both generations together. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get(text: string): Uint32Array | undefined {
    const young = this.#young.get(text);
    if (young !== undefined) return young;
    const old = this.#old.get(text);
    if (old !== undefined) this.set(text, old);
    return old;
  }

  set(text: string, ids: Uint32Array): void {
    const bytes = ENTRY_BYTES + 2 * text.length + 4 * ids.length;
    const half = this.#maxBytes / 2;
    if (bytes > half) return;
    if (this.#youngBytes + bytes > half) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#youngBytes = 0;
    }
    this.#young.set(ownCopy(text), ids);
    this.#youngBytes += bytes;
  }
}
