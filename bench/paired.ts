/**
 * The interleaved A/B runner. On a shared machine the same case gives times that differ by a factor of two between
 * runs, while the ratio of two subjects timed in turns stays put: so only ratios decide, and the order is swapped
 * every round.
 */
import { Bench } from 'tinybench';

/** Something to time. One run does all of its work anew. */
export interface Subject {
  name: string;
  /** Ids that one run handles. */
  tokens: number;
  /** UTF-8 bytes of text that one run handles. */
  bytes: number;
  run(): unknown;
  /** Set if `run` returns a promise. */
  async?: boolean;
}

export interface Spread {
  median: number;
  p10: number;
  p90: number;
}

export interface Pairing {
  rounds: number;
  /** Time per token of `b` divided by that of `a`, per round: how many times faster `a` is. */
  ratio: Spread;
  /** Nanoseconds per token, medians over the rounds. */
  aNs: number;
  bNs: number;
}

/** `npm run bench -- --quick`: every path once, for CI, where only the answers count. */
export interface Effort {
  quick: boolean;
}

export const ROUNDS = 11;
const TIME_MS = 100;
const WARMUP_MS = 20;

export async function paired(a: Subject, b: Subject, { quick }: Effort): Promise<Pairing> {
  const rounds = quick ? 1 : ROUNDS;
  const ratios: number[] = [];
  const aNs: number[] = [];
  const bNs: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const bench = newBench(quick);
    for (const [key, subject] of round % 2 === 0
      ? ([
          ['a', a],
          ['b', b],
        ] as const)
      : ([
          ['b', b],
          ['a', a],
        ] as const)) {
      bench.add(key, subject.async ? async () => void (await subject.run()) : () => void subject.run());
    }
    if (a.async || b.async) await bench.run();
    else bench.runSync();
    const times = [perToken(bench, 'a', a), perToken(bench, 'b', b)] as const;
    aNs.push(times[0]);
    bNs.push(times[1]);
    ratios.push(times[1] / times[0]);
  }
  return { rounds, ratio: spread(ratios), aNs: spread(aNs).median, bNs: spread(bNs).median };
}

export function spread(values: readonly number[]): Spread {
  const sorted = [...values].sort((x, y) => x - y);
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))]!;
  return { median: at(0.5), p10: at(0.1), p90: at(0.9) };
}

function newBench(quick: boolean): Bench {
  return new Bench({
    time: quick ? 0 : TIME_MS,
    iterations: 1,
    warmup: !quick,
    warmupTime: WARMUP_MS,
    warmupIterations: 1,
    throws: true,
    // A subject must not pay for the garbage of the one before it.
    setup: () => globalThis.gc?.(),
  });
}

function perToken(bench: Bench, key: string, subject: Subject): number {
  const { result } = bench.getTask(key)!;
  if (result.state !== 'completed') throw new Error(`${subject.name} ended as ${result.state}`);
  return (result.latency.p50 * 1e6) / subject.tokens;
}
