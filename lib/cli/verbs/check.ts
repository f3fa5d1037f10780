/** `harmony-wire check`: what is wrong in a log, by kind, with examples. */
import { ISSUES } from '../../wire/index.ts';
import type { CheckVerbOptions } from '../options/index.ts';
import { StandardOutput } from '../output/index.ts';
import { placeText } from '../row.ts';
import { byCount, type IssueExample, type Stats } from '../stats.ts';
import { checkEngine, checkFiles, EXIT, parseWork, run } from './run.ts';
import { count, encodingText, summary } from './summary.ts';

/** @returns the exit status */
export async function checkVerb(options: CheckVerbOptions): Promise<number> {
  checkEngine(options.engine);
  checkFiles(options.files);
  const { examples } = options;
  const work = parseWork(options, { view: 'chat', pass: [], rows: false, examples });
  const result = await run(options, work, undefined, async () => {});
  if (result.interrupted) {
    process.stderr.write('harmony-wire: interrupted; nothing is reported\n');
    return EXIT.interrupted;
  }
  const report = options.json ? jsonReport(result.stats) : textReport(result.stats);
  const sink = new StandardOutput();
  await sink.write(Buffer.from(report));
  await sink.finish();
  if (!options.quiet) process.stderr.write(`${summary(result, 'generation').split('\n')[0]}\n`);
  return result.stats.failed > 0 ? EXIT.someNotRead : EXIT.ok;
}

function jsonReport(stats: Stats): string {
  const report = {
    records: stats.records,
    records_not_utf8: stats.notUtf8,
    generations: stats.generations,
    tokens: stats.tokens,
    errors: byCount(stats.errors).map(([code, tally]) => ({ code, count: tally.count, examples: tally.examples })),
    issues: byCount(stats.issues).map(([code, tally]) => ({
      code,
      severity: ISSUES[code].severity,
      trigger: ISSUES[code].trigger,
      count: tally.count,
      generations: tally.rows,
      examples: tally.examples,
    })),
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}

function textReport(stats: Stats): string {
  const lines: string[] = [];
  for (const [code, tally] of byCount(stats.errors)) {
    lines.push(`not read  ${code}  ${count(tally.count, 'row')}`);
    for (const { source, message } of tally.examples) lines.push(`    ${placeText(source)}  ${message}`);
  }
  for (const [code, tally] of byCount(stats.issues)) {
    const { severity, trigger } = ISSUES[code];
    lines.push(
      `${severity.padEnd(8)}  ${code}  ${count(tally.count, 'time')} in ${count(tally.rows, 'generation')}: ${trigger}`,
    );
    for (const example of tally.examples) lines.push(`    ${exampleText(example)}`);
  }
  if (stats.notUtf8 > 0) lines.push(encodingText(stats));
  if (lines.length === 0) lines.push(`no issues in ${count(stats.generations, 'generation')}`);
  return `${lines.join('\n')}\n`;
}

function exampleText({ source, message_index, at, unit, text }: IssueExample): string {
  const position = unit === 'token' ? `token ${at}` : `offset ${at}`;
  return `${placeText(source)}  message ${message_index}, ${position}${text === null ? '' : `  ${JSON.stringify(text)}`}`;
}
