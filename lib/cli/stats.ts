/** What a run counts. Plain data: worker threads send it. */
import { isUtf8 } from 'node:buffer';
import type { IssueCode } from '../wire/index.ts';
import type { Source } from './row.ts';

export interface Tally<Example> {
  count: number;
  /** Generations (or records) in which it occurs. */
  rows: number;
  examples: Example[];
}

export interface IssueExample {
  source: Source;
  message_index: number;
  at: number;
  unit: 'token' | 'utf16';
  text: string | null;
}

export interface ErrorExample {
  source: Source;
  message: string;
}

export interface Stats {
  records: number;
  /** Records with bytes that are no UTF-8. */
  notUtf8: number;
  /** Rows that hold what was asked for: generations, or what became of conversations, texts, ids. */
  generations: number;
  /** Rows that say why there is no generation. */
  failed: number;
  /** Of generations that were ids; of conversions to or from ids. */
  tokens: number;
  /** UTF-16 units of generations that were text. */
  characters: number;
  issues: Map<IssueCode, Tally<IssueExample>>;
  errors: Map<string, Tally<ErrorExample>>;
  /** Fields of chat messages that a conversation of this format does not have: they are not rendered. */
  ignored: Map<string, number>;
}

export function newStats(): Stats {
  return {
    records: 0,
    notUtf8: 0,
    generations: 0,
    failed: 0,
    tokens: 0,
    characters: 0,
    issues: new Map(),
    errors: new Map(),
    ignored: new Map(),
  };
}

/** Bytes that are no UTF-8 are lost: they become U+FFFD, which the summary tells. */
export function countRead(stats: Stats, bytes: Uint8Array): void {
  if (!isUtf8(bytes)) stats.notUtf8++;
}

export function tallyOf<Code, Example>(tallies: Map<Code, Tally<Example>>, code: Code): Tally<Example> {
  let tally = tallies.get(code);
  if (tally === undefined) {
    tally = { count: 0, rows: 0, examples: [] };
    tallies.set(code, tally);
  }
  return tally;
}

/** Adds `more`, which came later; of examples the first stay. */
export function addStats(sum: Stats, more: Stats, maxExamples: number): void {
  sum.records += more.records;
  sum.notUtf8 += more.notUtf8;
  sum.generations += more.generations;
  sum.failed += more.failed;
  sum.tokens += more.tokens;
  sum.characters += more.characters;
  addTallies(sum.issues, more.issues, maxExamples);
  addTallies(sum.errors, more.errors, maxExamples);
  for (const [name, count] of more.ignored) sum.ignored.set(name, (sum.ignored.get(name) ?? 0) + count);
}

/** Counts a record or generation that gives no row but an error. @returns the error's code */
export function countFailure(
  stats: Stats,
  source: Source,
  error: Error & { code?: unknown },
  maxExamples: number,
): string {
  const code = typeof error.code === 'string' ? error.code : 'unreadable';
  stats.failed++;
  const tally = tallyOf(stats.errors, code);
  tally.count++;
  tally.rows++;
  if (tally.examples.length < maxExamples) tally.examples.push({ source, message: error.message });
  return code;
}

function addTallies<Code, Example>(
  sum: Map<Code, Tally<Example>>,
  more: Map<Code, Tally<Example>>,
  maxExamples: number,
): void {
  for (const [code, tally] of more) {
    const known = tallyOf(sum, code);
    known.count += tally.count;
    known.rows += tally.rows;
    known.examples.push(...tally.examples.slice(0, Math.max(0, maxExamples - known.examples.length)));
  }
}

/** Most frequent first; of equals in the order of their names, so that the same input gives the same report. */
export function byCount<Code extends string, Example>(tallies: Map<Code, Tally<Example>>): [Code, Tally<Example>][] {
  return [...tallies].sort(([a, x], [b, y]) => y.count - x.count || (a < b ? -1 : 1));
}
