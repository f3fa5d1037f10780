/** The record of a run: bench/record/DATE-CPU.json, committed, from which the README table is made. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { CORPUS_SHA256 } from './corpus.ts';
import type { Line } from './row.ts';
import { round } from './row.ts';

export interface RecordFile {
  date: string;
  node: string;
  cpu: string;
  cores: number;
  flags: string;
  /** Load average of the last minute when the run ended. One process at a time is timed: well above 1 means company. */
  load: number;
  /** sha256 of the corpus. */
  fixture: string;
  lines: RecordedLine[];
}

/** Rows can be measured one by one: each line says of which commit it is. */
export interface RecordedLine extends Line {
  commit: string;
}

const FOLDER = fileURLToPath(new URL('record/', import.meta.url));

/** Writes the lines; those of rows that did not run stay as they are, if the machine and the day are the same. */
export function writeRecord(lines: readonly Line[], order: readonly string[]): RecordFile {
  const cpu = cpus()[0]?.model.trim() ?? 'unknown';
  const date = new Date().toISOString().slice(0, 10);
  const path = `${FOLDER}${date}-${cpu.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.json`;
  const kept = existsSync(path) ? readRecord(path).lines : [];
  const rows = new Set(lines.map((line) => line.row));
  const commit = currentCommit();
  const all = [...kept.filter((line) => !rows.has(line.row)), ...lines.map((line) => ({ ...line, commit }))];
  const record: RecordFile = {
    date,
    node: process.version,
    cpu,
    cores: availableParallelism(),
    flags: '--expose-gc',
    load: round(loadavg()[0] ?? 0),
    fixture: CORPUS_SHA256,
    // A sort by row keeps the order within one.
    lines: all.sort((x, y) => order.indexOf(x.row) - order.indexOf(y.row)),
  };
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(path, `${JSON.stringify(record, null, 1)}\n`);
  return record;
}

/** The record whose name sorts last: the newest day. */
export function newestRecord(): RecordFile | undefined {
  const names = existsSync(FOLDER) ? readdirSync(FOLDER).filter((name) => name.endsWith('.json')) : [];
  const last = names.sort().at(-1);
  return last === undefined ? undefined : readRecord(FOLDER + last);
}

function readRecord(path: string): RecordFile {
  return JSON.parse(readFileSync(path, 'utf8')) as RecordFile;
}

function currentCommit(): string {
  try {
    return execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).trim();
  } catch {
    return 'unknown';
  }
}
