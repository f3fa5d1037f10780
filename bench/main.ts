/** Runs rows, prints their lines, writes the record and the README table. See README.md in this folder. */
import { execFileSync } from 'node:child_process';
import { availableParallelism, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { newestRecord, writeRecord } from './record.ts';
import type { Line } from './row.ts';
import { canRun, ROWS } from './rows/index.ts';
import { figureOf, targetOf, updateReadme } from './table.ts';

const NAMES = ROWS.map((row) => row.name);
const ROW_PROCESS = fileURLToPath(new URL('row-process.ts', import.meta.url));

function main(): void {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { quick: { type: 'boolean' }, write: { type: 'boolean' }, table: { type: 'boolean' } },
  });
  const unknown = positionals.filter((name) => !NAMES.includes(name));
  if (unknown.length > 0) throw new Error(`no row ${unknown.join(', ')}; there are ${NAMES.join(', ')}`);
  if (values.table) writeTable();
  else runRows(positionals, { quick: values.quick ?? false, write: values.write ?? false });
}

/** With other work on the cores even ratios spread: said before the minutes are spent. */
function warnIfBusy(): void {
  const load = loadavg()[0] ?? 0;
  if (load > availableParallelism() / 2) {
    console.error(`The machine is busy (load ${load.toFixed(1)}): the figures will spread. Look at p10 and p90.`);
  }
}

function runRows(chosen: readonly string[], { quick, write }: { quick: boolean; write: boolean }): void {
  if (!quick) warnIfBusy();
  const able = ROWS.filter(canRun).map((row) => row.name);
  if (able.length < NAMES.length) console.error('The native core did not load: its rows are left out.');
  const lines = (chosen.length > 0 ? chosen : able).flatMap((name) => runRow(name, quick));
  if (quick) {
    console.log('One round each, answers checked: no figure is kept.');
    return;
  }
  // All rows make a record; some of them only if asked, so that a look at one row leaves no trace.
  if (chosen.length === 0 || write) {
    writeRecord(lines, NAMES);
    writeTable();
  }
  const missed = lines.filter((line) => line.met === false);
  console.log(missed.length === 0 ? 'Every target is met.' : `${missed.length} targets are missed.`);
}

function runRow(name: string, quick: boolean): Line[] {
  rowProcess(name, '--check', ...(quick ? ['--quick'] : []));
  const lines = JSON.parse(rowProcess(name, ...(quick ? ['--quick'] : []))) as Line[];
  for (const line of lines) console.log(quick ? `${line.row}: ${line.a} against ${line.b}: runs` : describe(line));
  return lines;
}

function rowProcess(...args: string[]): string {
  const flags = ['--expose-gc', '--import', 'tsx', ROW_PROCESS, ...args];
  return execFileSync(process.execPath, flags, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}

function describe(line: Line): string {
  const ratio = `${line.ratio_median}x ${line.ratio_is} (${line.ratio_p10} to ${line.ratio_p90})`;
  const target = line.target ? `, target ${targetOf(line.target, line)}` : '';
  return `${line.row}: ${line.a}, ${figureOf(line)}: ${ratio} against ${line.b}${target}`;
}

function writeTable(): void {
  const record = newestRecord();
  if (!record) throw new Error('there is no record yet: run npm run bench');
  if (!updateReadme(record, ROWS)) console.error('README.md has no bench markers: the table was not written.');
}

main();
