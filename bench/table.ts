/** The README table: generated from a record, never typed. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { RecordFile } from './record.ts';
import type { Line, Row, Target } from './row.ts';

const README = new URL('../README.md', import.meta.url);
const START = '<!-- bench:start -->';
const END = '<!-- bench:end -->';

/** Puts the table between the markers. Returns false if the README has none. */
export function updateReadme(record: RecordFile, rows: readonly Row[]): boolean {
  const parts = readmeParts();
  if (!parts) return false;
  writeFileSync(README, `${parts.before}${START}\n${tableOf(record, rows)}\n${END}${parts.after}`);
  return true;
}

/** What stands between the markers now, without them; undefined if there are none. */
export function readmeTable(): string | undefined {
  return readmeParts()?.table;
}

export function tableOf(record: RecordFile, rows: readonly Row[]): string {
  const lines = rows.flatMap((row) =>
    shown(record.lines.filter((line) => line.row === row.name)).map((line) => cells(row, line)),
  );
  const head = ['work', 'this run', 'against', 'ratio, median (p10 to p90)', 'target'];
  const table = [head, head.map(() => '---'), ...lines].map((line) => `| ${line.join(' | ')} |`).join('\n');
  return `${table}\n\n${record.cpu}, one core unless said otherwise, Node ${record.node}, ${record.date}.`;
}

/** Of a row that asks for costs alone only the worst is shown; the record holds all. */
function shown(lines: readonly Line[]): readonly Line[] {
  if (lines.length === 0 || lines.some((line) => line.ratio_is !== 'cost')) return lines;
  return [lines.reduce((x, y) => (y.ratio_median > x.ratio_median ? y : x))];
}

function cells(row: Row, line: Line): string[] {
  const ratio = `${line.ratio_median}x ${line.ratio_is} (${line.ratio_p10} to ${line.ratio_p90})`;
  const target = line.target ? targetOf(line.target, line) : '';
  return [escapeBars(titleOf(row, line)), figureOf(line), escapeBars(line.b), ratio, target];
}

function titleOf(row: Row, line: Line): string {
  return line.value === undefined ? `${row.title}: ${line.a}` : line.a;
}

export function figureOf(line: Line): string {
  if (line.value !== undefined) return `${line.value} ${line.value_unit}`;
  return `${line.mtok_s} Mtok/s, ${line.mb_s} MB/s`;
}

export function targetOf(target: Target, line: Line): string {
  const unit = { ratio_median: 'x', mb_s: ' MB/s', mtok_s: ' Mtok/s', value: ` ${line.value_unit}` }[target.of];
  const bound = target.at_least === undefined ? `at most ${target.at_most}` : `at least ${target.at_least}`;
  return `${bound}${unit}${line.met ? '' : ' (missed)'}`;
}

/** A bar would end the cell. */
function escapeBars(text: string): string {
  return text.replaceAll('|', '\\|');
}

function readmeParts(): { before: string; table: string; after: string } | undefined {
  let text: string;
  try {
    text = readFileSync(README, 'utf8');
  } catch {
    return undefined;
  }
  const start = text.indexOf(START);
  const end = text.indexOf(END, start);
  if (start < 0 || end < 0) return undefined;
  return {
    before: text.slice(0, start),
    table: text.slice(start + START.length, end).trim(),
    after: text.slice(end + END.length),
  };
}
