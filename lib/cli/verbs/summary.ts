/** The summary on standard error. */
import { byCount, type Stats } from '../stats.ts';
import type { Run } from './run.ts';

const NUMBER = new Intl.NumberFormat('en-US');

export function count(number: number, one: string, many = `${one}s`): string {
  return `${NUMBER.format(number)} ${number === 1 ? one : many}`;
}

/** @param noun what a row holds */
export function summary({ stats, seconds, bytes }: Run, noun: string): string {
  const rate = (amount: number): string => (amount / 1e6 / Math.max(seconds, 0.001)).toFixed(1);
  const parts = [
    `${count(stats.generations, noun)} from ${count(stats.records, 'record')} in ${seconds.toFixed(1)} s`,
    stats.tokens > 0 ? `${count(stats.tokens, 'token')} (${rate(stats.tokens)} Mtok/s)` : '',
    `${(bytes / 1e6).toFixed(1)} MB read (${rate(bytes)} MB/s)`,
  ];
  return [`harmony-wire: ${parts.filter((part) => part !== '').join(', ')}`, ...tallies(stats, noun)].join('\n');
}

export function encodingText(stats: Stats): string {
  return `${count(stats.notUtf8, 'record holds', 'records hold')} bytes that are no UTF-8: read as U+FFFD`;
}

function tallies(stats: Stats, noun: string): string[] {
  const lines: string[] = [];
  if (stats.notUtf8 > 0) lines.push(`  ${encodingText(stats)}`);
  if (stats.failed > 0) {
    const codes = byCount(stats.errors).map(([code, tally]) => `${code} ${NUMBER.format(tally.count)}`);
    lines.push(
      `  ${stats.failed === 1 ? '1 row says an error' : `${NUMBER.format(stats.failed)} rows say an error`}: ${codes.join(', ')}`,
    );
  }
  if (stats.ignored.size > 0) {
    const names = [...stats.ignored].map(([name, times]) => `${name} ${NUMBER.format(times)}`);
    lines.push(`  not rendered, for messages of this format have no such fields: ${names.join(', ')}`);
  }
  if (noun !== 'generation') return lines;
  const issues = byCount(stats.issues).map(([code, tally]) => `${code} ${NUMBER.format(tally.count)}`);
  lines.push(issues.length === 0 ? '  no issues' : `  issues: ${issues.join(', ')}`);
  return lines;
}
