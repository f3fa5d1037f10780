/** The summary on standard error. */
import { byCount, type Stats } from '../stats.ts';
import type { Run } from './run.ts';

const NUMBER = new Intl.NumberFormat('en-US');

export function count(number: number, one: string, many = `${one}s`): string {
  return `${NUMBER.format(number)} ${number === 1 ? one : many}`;
}

export function summary({ stats, seconds, bytes }: Run): string {
  const rate = (amount: number): string => (amount / 1e6 / Math.max(seconds, 0.001)).toFixed(1);
  const parts = [
    `${count(stats.generations, 'generation')} from ${count(stats.records, 'record')} in ${seconds.toFixed(1)} s`,
    stats.tokens > 0 ? `${count(stats.tokens, 'token')} (${rate(stats.tokens)} Mtok/s)` : '',
    `${(bytes / 1e6).toFixed(1)} MB read (${rate(bytes)} MB/s)`,
  ];
  return [`harmony-wire: ${parts.filter((part) => part !== '').join(', ')}`, ...tallies(stats)].join('\n');
}

function tallies(stats: Stats): string[] {
  const lines: string[] = [];
  if (stats.failed > 0) {
    const codes = byCount(stats.errors).map(([code, tally]) => `${code} ${NUMBER.format(tally.count)}`);
    lines.push(
      `  ${stats.failed === 1 ? '1 row says an error' : `${NUMBER.format(stats.failed)} rows say an error`}: ${codes.join(', ')}`,
    );
  }
  const issues = byCount(stats.issues).map(([code, tally]) => `${code} ${NUMBER.format(tally.count)}`);
  lines.push(issues.length === 0 ? '  no issues' : `  issues: ${issues.join(', ')}`);
  return lines;
}
