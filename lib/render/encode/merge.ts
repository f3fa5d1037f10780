/**
 * Byte-pair merging of one piece. tiktoken looks for the best pair anew after every merge, which is quadratic:
 * 32,000 Han characters without a break take it 4 s. A heap gives the same merges (lowest rank first, then leftmost).
 */
import type { Ranks } from './ranks.ts';

/** Bytes of the longest token of o200k: no pair beyond it can have a rank. */
const LONGEST_TOKEN = 128;
const NO_RANK = -1;
/** Positions fit 2^26 (pieces are at most 4 MiB), ranks 2^18: a heap entry `rank * 2^26 + position` is exact. */
const POSITIONS = 2 ** 26;

/** The ids of a piece, given as a string of units 0 to 255. Time n log n. */
export function mergePiece(bytes: string, ranks: Ranks): readonly number[] {
  const whole = bytes.length <= LONGEST_TOKEN ? ranks.get(bytes) : undefined;
  if (whole !== undefined) return [whole];
  const workspace = bytes.length <= SHORT ? shortWorkspace : new Workspace(bytes.length);
  return workspace.merge(bytes, ranks);
}

/** Parts of a piece as a list linked by position, and a heap of pairs. */
class Workspace {
  /** `next[p]`: where the part after the one at p begins. */
  readonly #next: Int32Array;
  readonly #previous: Int32Array;
  /** Of the part at p joined with the following one. */
  readonly #rank: Int32Array;
  readonly #heap: MinHeap;

  constructor(capacity: number) {
    this.#next = new Int32Array(capacity + 1);
    this.#previous = new Int32Array(capacity + 1);
    this.#rank = new Int32Array(capacity + 1);
    this.#heap = new MinHeap(3 * capacity);
  }

  merge(bytes: string, ranks: Ranks): number[] {
    const count = bytes.length;
    for (let p = 0; p <= count; p++) {
      this.#next[p] = Math.min(p + 1, count);
      this.#previous[p] = p - 1;
    }
    for (let p = 0; p < count; p++) this.#rate(p, bytes, ranks);
    for (let entry = this.#heap.pop(); entry >= 0; entry = this.#heap.pop()) {
      const p = entry % POSITIONS;
      // An entry is out of date if the pair at p has changed since.
      if (this.#rank[p] === Math.floor(entry / POSITIONS)) this.#join(p, bytes, ranks);
    }
    const ids: number[] = [];
    for (let p = 0; p < count; p = this.#next[p]!) ids.push(ranks.get(bytes.slice(p, this.#next[p]!))!);
    return ids;
  }

  #join(p: number, bytes: string, ranks: Ranks): void {
    const gone = this.#next[p]!;
    const end = this.#next[gone]!;
    this.#rank[gone] = NO_RANK;
    this.#next[p] = end;
    this.#previous[end] = p;
    this.#rate(p, bytes, ranks);
    const before = this.#previous[p]!;
    if (before >= 0) this.#rate(before, bytes, ranks);
  }

  #rate(p: number, bytes: string, ranks: Ranks): void {
    const middle = this.#next[p]!;
    const end = middle < bytes.length ? this.#next[middle]! : 0;
    const found = end > 0 && end - p <= LONGEST_TOKEN ? ranks.get(bytes.slice(p, end)) : undefined;
    this.#rank[p] = found ?? NO_RANK;
    if (found !== undefined) this.#heap.push(found * POSITIONS + p);
  }
}

class MinHeap {
  readonly #entries: Float64Array;
  #size = 0;

  constructor(capacity: number) {
    this.#entries = new Float64Array(capacity);
  }

  push(entry: number): void {
    const entries = this.#entries;
    let i = this.#size++;
    while (i > 0) {
      const parent = (i - 1) >> 1;
      if (entries[parent]! <= entry) break;
      entries[i] = entries[parent]!;
      i = parent;
    }
    entries[i] = entry;
  }

  /** The smallest entry, -1 if there is none. */
  pop(): number {
    if (this.#size === 0) return -1;
    const entries = this.#entries;
    const top = entries[0]!;
    const last = entries[--this.#size]!;
    let i = 0;
    for (let child = 1; child < this.#size; child = 2 * i + 1) {
      if (child + 1 < this.#size && entries[child + 1]! < entries[child]!) child++;
      if (entries[child]! >= last) break;
      entries[i] = entries[child]!;
      i = child;
    }
    entries[i] = last;
    return top;
  }
}

/** Nearly all pieces: their workspace is made once. */
const SHORT = 256;
const shortWorkspace = new Workspace(SHORT);
