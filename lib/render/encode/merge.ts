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
  return whole === undefined ? merged(bytes, ranks) : [whole];
}

function merged(bytes: string, ranks: Ranks): readonly number[] {
  const count = bytes.length;
  // `next[p]`: where the part after the one at p begins; `rank[p]`: of that part joined with the following one.
  const next = Int32Array.from({ length: count + 1 }, (_, p) => Math.min(p + 1, count));
  const previous = Int32Array.from({ length: count + 1 }, (_, p) => p - 1);
  const rank = new Int32Array(count + 1).fill(NO_RANK);
  const heap = new MinHeap(3 * count);

  const rate = (p: number): void => {
    const middle = next[p]!;
    const end = middle < count ? next[middle]! : 0;
    const found = end > 0 && end - p <= LONGEST_TOKEN ? ranks.get(bytes.slice(p, end)) : undefined;
    rank[p] = found ?? NO_RANK;
    if (found !== undefined) heap.push(found * POSITIONS + p);
  };

  for (let p = 0; p < count; p++) rate(p);
  for (let entry = heap.pop(); entry >= 0; entry = heap.pop()) {
    const p = entry % POSITIONS;
    // An entry is out of date if the pair at p has changed since.
    if (rank[p] !== Math.floor(entry / POSITIONS)) continue;
    const gone = next[p]!;
    const end = next[gone]!;
    rank[gone] = NO_RANK;
    next[p] = end;
    previous[end] = p;
    rate(p);
    if (previous[p]! >= 0) rate(previous[p]!);
  }

  const ids: number[] = [];
  for (let p = 0; p < count; p = next[p]!) ids.push(ranks.get(bytes.slice(p, next[p]!))!);
  return ids;
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
