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
  /** A program that times itself: called once a round instead of `run`, gives nanoseconds per token. */
  nsPerToken?(): number;
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

export async function paired(a: Subject, b: Subject, effort: Effort): Promise<Pairing> {
  const rounds = effort.quick ? 1 : ROUNDS;
  const ratios: number[] = [];
  const times = { a: [] as number[], b: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    for (const key of round % 2 === 0 ? (['a', 'b'] as const) : (['b', 'a'] as const)) {
      times[key].push(await nsPerToken(key === 'a' ? a : b, effort));
    }
    ratios.push(times.b[round]! / times.a[round]!);
  }
  return { rounds, ratio: spread(ratios), aNs: spread(times.a).median, bNs: spread(times.b).median };
}

async function nsPerToken(subject: Subject, effort: Effort): Promise<number> {
  if (subject.nsPerToken) return subject.nsPerToken();
  const bench = newBench(effort);
  bench.add('subject', subject.async ? async () => void (await subject.run()) : () => void subject.run());
  if (subject.async) await bench.run();
  else bench.runSync();
  const { result } = bench.getTask('subject')!;
  if (result.state !== 'completed') throw new Error(`${subject.name} ended as ${result.state}`);
  return (result.latency.p50 * 1e6) / subject.tokens;
}

export function spread(values: readonly number[]): Spread {
  const sorted = [...values].sort((x, y) => x - y);
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))]!;
  return { median: at(0.5), p10: at(0.1), p90: at(0.9) };
}

function newBench({ quick }: Effort): Bench {
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
