/**
 * `npm start`: parses every log of this folder with the command line, shows some of it, and fails if a row differs from
 * examples/expected. `--update` writes the rows as the expected ones.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from '../.ci/build.mjs';
import { paint, root } from '../.ci/tools.mjs';
import { differences, LOGS, parseLog, readExpected, writeExpected } from './rows.mjs';

/** What is worth a look: each shows another side of the format. */
const SHOWN = [
  ['agent-turns.jsonl', 't05'],
  ['agent-turns.jsonl', 't07'],
  ['agent-turns.jsonl', 't10'],
  ['malformed.jsonl', 'm06'],
  ['malformed.jsonl', 'm22'],
  ['malformed.jsonl', 'm29'],
];

const WIDTH = Math.min(process.stdout.columns ?? 110, 140);
const LABEL = 12;

/** Cuts lines to pieces that fit, by code points: wide characters may stick out a little. */
function wrap(text, width) {
  return text.split('\n').flatMap((line) => {
    const units = [...line];
    const pieces = Array.from({ length: Math.max(1, Math.ceil(units.length / width)) }, (_, i) => i * width);
    return pieces.map((from) => units.slice(from, from + width).join(''));
  });
}

function field(label, text, style) {
  const lines = wrap(text, WIDTH - LABEL - 2).map((line) => paint(style, line));
  console.log(`  ${paint('dim', label.padEnd(LABEL))}${lines.join(`\n${' '.repeat(LABEL + 2)}`)}`);
}

/** The log's own record of a row: JSONL only, which is what SHOWN holds. */
function recordOf(log, row) {
  const lines = readFileSync(join(root, 'examples', log), 'utf8').split('\n');
  return JSON.parse(lines[row.source.line - 1]);
}

/** One message a line, its own line breaks shown as signs. */
const messagesOf = (wire) => wire.replaceAll('\n', '↵').replaceAll(/<\|end\|>(?!$)/g, '<|end|>\n');

const issueText = ({ code, severity, text }) => `${severity} ${code}${text === null ? '' : `: ${text}`}`;

function show(log, row) {
  const record = recordOf(log, row);
  console.log(`\n${paint('bold', `examples/${log}, line ${row.source.line}`)}  ${record.about ?? record.class}`);
  field('wire', messagesOf(record[row.source.field]), 'dim');
  if (row.reasoning) field('reasoning', row.reasoning, 'gray');
  if (row.content) field('content', row.content, 'green');
  for (const call of row.tool_calls) {
    const more = call.arguments.includes('\n') ? '\n' : ' ';
    field('call', `${call.name} (${call.status})${more}${call.arguments.trimEnd()}`, 'cyan');
  }
  field('finish', row.finish_reason, 'reset');
  if (row.issues.length > 0) field('issues', row.issues.map(issueText).join('\n'), 'yellow');
}

function table(results) {
  const count = (rows, of) => rows.reduce((sum, row) => sum + (of(row)?.length ?? 0), 0);
  const lines = results.map(({ log, rows, wrong }) => [
    log,
    rows.filter((row) => !row.error).length,
    count(rows, (row) => row.tool_calls),
    count(rows, (row) => row.issues),
    rows.filter((row) => row.error).length,
    wrong ? paint('red', 'DIFFERS') : paint('green', 'as expected'),
  ]);
  const sums = [1, 2, 3, 4].map((column) => lines.reduce((sum, line) => sum + line[column], 0));
  const print = (line, style = 'reset') =>
    console.log(
      paint(
        style,
        `  ${String(line[0]).padEnd(24)}${line
          .slice(1, 5)
          .map((cell) => String(cell).padStart(13))
          .join('')}`,
      ) + (line[5] ? `   ${line[5]}` : ''),
    );
  print(['log', 'generations', 'tool calls', 'issues', 'unreadable'], 'dim');
  for (const line of lines) print(line);
  print(['all', ...sums], 'bold');
}

function mostFrequentIssues(results) {
  const counts = new Map();
  const issues = results.flatMap(({ rows }) => rows.flatMap((row) => row.issues ?? []));
  for (const { code } of issues) counts.set(code, (counts.get(code) ?? 0) + 1);
  const top = [...counts].sort((a, b) => b[1] - a[1]).slice(0, 6);
  console.log(`\n${counts.size} kinds of issues; most frequent: ${top.map(([code, n]) => `${code} ${n}`).join(', ')}`);
}

function report({ log, rows, trouble }) {
  const found = differences(readExpected(log), rows);
  console.error(`\n${paint('red', `examples/${log} is not read as expected`)}${trouble ? `: ${trouble}` : ''}`);
  for (const { path, expected, got } of found.slice(0, 20)) {
    console.error(
      `  ${path}\n    ${paint('red', `- ${JSON.stringify(expected)}`)}\n    ${paint('green', `+ ${JSON.stringify(got)}`)}`,
    );
  }
  if (found.length > 20) console.error(`  and ${found.length - 20} more differences`);
}

function main() {
  build();
  const results = LOGS.map((log) => ({ log, ...parseLog(log) }));
  if (process.argv.includes('--update')) for (const { log, rows } of results) writeExpected(log, rows);
  for (const result of results) {
    result.wrong = result.trouble !== undefined || differences(readExpected(result.log), result.rows).length > 0;
  }
  for (const [log, id] of SHOWN) {
    const row = results.find((result) => result.log === log)?.rows.find((candidate) => candidate.id === id);
    if (row) show(log, row);
  }
  console.log();
  table(results);
  mostFrequentIssues(results);
  const wrong = results.filter((result) => result.wrong);
  for (const result of wrong) report(result);
  if (wrong.length > 0) return 1;
  const unreadable = results.flatMap(({ rows }) => rows).filter((row) => row.error).length;
  console.log(`Every row is as expected, also those of the ${unreadable} records that cannot be read.`);
  console.log(
    '\nYour own logs: npx harmony-wire parse LOG.jsonl > rows.jsonl   (or check LOG.jsonl; --help tells the rest)',
  );
  return 0;
}

try {
  process.exitCode = main();
} catch (error) {
  console.error(`npm start: ${error.message}`);
  process.exitCode = 1;
}
