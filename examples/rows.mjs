/** Runs the command line over the example logs and compares its rows with the committed ones. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { node, root } from '../.ci/tools.mjs';

const here = join(root, 'examples');

/** Every file here but the scripts. */
export const LOGS = readdirSync(here, { withFileTypes: true })
  .filter((entry) => entry.isFile() && extname(entry.name) !== '.mjs')
  .map((entry) => entry.name)
  .sort();

const expectedFile = (log) => join(here, 'expected', `${log.slice(0, -extname(log).length)}.jsonl`);
const rowsOf = (lines) =>
  lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

/** @returns {{ rows: object[], trouble?: string }} Rows of one log, and what went wrong besides rows. */
export function parseLog(log) {
  const { status, stdout, output } = node('dist/cli/main.js', ['parse', `examples/${log}`, '--view', 'both'], {
    quiet: true,
  });
  const rows = rowsOf(stdout);
  const wanted = rows.some((row) => row.error) ? 1 : 0;
  return status === wanted ? { rows } : { rows, trouble: `exit status ${status} instead of ${wanted}\n${output}` };
}

export function readExpected(log) {
  const file = expectedFile(log);
  return existsSync(file) ? rowsOf(readFileSync(file, 'utf8')) : [];
}

export function writeExpected(log, rows) {
  mkdirSync(join(here, 'expected'), { recursive: true });
  writeFileSync(expectedFile(log), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
}

/** One line per value that differs: where it stands, what was expected, what came. */
export function differences(expected, got) {
  return Array.from({ length: Math.max(expected.length, got.length) }, (_, i) =>
    compare(`row ${i + 1}`, expected[i], got[i]),
  ).flat();
}

const isObject = (value) => typeof value === 'object' && value !== null;

function compare(path, expected, got) {
  if (Object.is(expected, got)) return [];
  if (!isObject(expected) || !isObject(got) || Array.isArray(expected) !== Array.isArray(got)) {
    return [{ path, expected, got }];
  }
  const keys = new Set([...Object.keys(expected), ...Object.keys(got)]);
  return [...keys].flatMap((key) => compare(`${path}.${key}`, expected[key], got[key]));
}
