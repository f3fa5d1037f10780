/** Ids of words, the most recent ones: at most twice `capacity` entries, in two generations (see PieceCache). */

import { ownCopy } from './own-copy.ts';

/** One id, or several. */
export type WordIds = number | readonly number[];

export class WordCache {
  readonly #capacity: number;
  #young = new Map<string, WordIds>();
  #old = new Map<string, WordIds>();

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get(word: string): WordIds | undefined {
    const young = this.#young.get(word);
    if (young !== undefined) return young;
    const old = this.#old.get(word);
    if (old !== undefined) this.set(word, old);
    return old;
  }

  set(word: string, ids: WordIds): void {
    if (this.#young.size >= this.#capacity) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(ownCopy(word), ids);
  }
}
