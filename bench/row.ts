/** What a row is, and how a pairing becomes a line of the record. */
import type { Effort, Pairing, Spread, Subject } from './paired.ts';
import { paired } from './paired.ts';

/** What performance.md asks for. `of` names the field of the line that is held to it. */
export interface Target {
  of: 'ratio_median' | 'mb_s' | 'mtok_s' | 'value';
  at_least?: number;
  at_most?: number;
}

/** One line of the record. Field names are those of the JSON file, which outlives this code. */
export interface Line {
  row: string;
  /** Ours, or the larger input. */
  a: string;
  /** The rival, or the smaller input. */
  b: string;
  /** `faster`: time of b over time of a, per token. `cost`: the other way round. `smaller`: memory of b over that of a. */
  ratio_is: 'faster' | 'cost' | 'smaller';
  rounds: number;
  ratio_median: number;
  ratio_p10: number;
  ratio_p90: number;
  /** Ids and bytes of one run of `a`. */
  tokens?: number;
  bytes?: number;
  /** Rates of `a` in this run. Quote the ratio: these differ by two between runs. */
  mtok_s?: number;
  mb_s?: number;
  b_mtok_s?: number;
  /** Figures of a and b that are no rates, with their unit. */
  value?: number;
  b_value?: number;
  value_unit?: 'ms' | 'MB' | 'ns/token';
  target?: Target;
  met?: boolean;
}

export interface Row {
  name: string;
  /** First column of the README table. */
  title: string;
  /** Left out where the native core did not load. */
  needsNative?: true;
  /**
   * Throws if an answer is wrong. Runs in another process than `time`: what V8 learned from the handlers of a check
   * would slow down those that are timed, by a quarter in the row `single-ids`.
   */
  check(effort: Effort): Promise<void>;
  time(effort: Effort): Promise<Line[]>;
}

export interface Against {
  rival: Subject;
  target?: Target;
}

/** Times `ours` against each rival in turn. */
export async function compare(row: string, ours: Subject, rivals: Against[], effort: Effort): Promise<Line[]> {
  const lines: Line[] = [];
  for (const { rival, target } of rivals) {
    lines.push(judged(lineOf(row, 'faster', ours, rival, await paired(ours, rival, effort)), target));
  }
  return lines;
}

/** The same measurement, told the other way round: what a token costs `a`, in units of what it costs `b`. */
export async function costAgainst(row: string, a: Subject, b: Subject, target: Target, effort: Effort): Promise<Line> {
  return judged(lineOf(row, 'cost', a, b, await paired(a, b, effort)), target);
}

export function judged(line: Line, target: Target | undefined): Line {
  if (!target) return line;
  const value = line[target.of];
  const met = value !== undefined && value >= (target.at_least ?? -Infinity) && value <= (target.at_most ?? Infinity);
  return { ...line, target, met };
}

function lineOf(row: string, is: Line['ratio_is'], a: Subject, b: Subject, pairing: Pairing): Line {
  const ratio = is === 'faster' ? pairing.ratio : inverse(pairing.ratio);
  return {
    row,
    a: a.name,
    b: b.name,
    ratio_is: is,
    rounds: pairing.rounds,
    ratio_median: round(ratio.median),
    ratio_p10: round(ratio.p10),
    ratio_p90: round(ratio.p90),
    tokens: a.tokens,
    bytes: a.bytes,
    mtok_s: round(1e3 / pairing.aNs),
    mb_s: round(((a.bytes / a.tokens) * 1e3) / pairing.aNs),
    b_mtok_s: round(1e3 / pairing.bNs),
  };
}

function inverse({ median, p10, p90 }: Spread): Spread {
  return { median: 1 / median, p10: 1 / p90, p90: 1 / p10 };
}

/** Three digits: the spread is never smaller. */
export function round(value: number): number {
  return Number(value.toPrecision(3));
}
