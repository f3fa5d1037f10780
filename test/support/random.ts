/** A seeded generator of numbers (mulberry32): the same seed gives the same cases on every machine. */
export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** A fraction in [0, 1). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let t = this.state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number in [0, below). */
  below(below: number): number {
    return Math.floor(this.next() * below);
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!;
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }
}

/** The seed of this run: `HARMONY_WIRE_SEED`, or a fixed one. Printed, so that a failure can be repeated. */
export function runSeed(): number {
  const seed = Number(process.env.HARMONY_WIRE_SEED ?? 20261201);
  console.log(`seed ${seed} (HARMONY_WIRE_SEED)`);
  return seed;
}

/** How many generated cases a test runs: `HARMONY_WIRE_CASES`, else ten times as many in CI. */
export function caseCount(usual: number): number {
  return Number(process.env.HARMONY_WIRE_CASES ?? (process.env.CI ? usual * 10 : usual));
}
