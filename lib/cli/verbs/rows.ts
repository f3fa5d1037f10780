/** Reads inputs and writes a row for each thing found: to standard output, or to a file that appears when it is whole. */
import { existsSync, realpathSync } from 'node:fs';
import type { RecordPlace } from '../input/index.ts';
import type { InputOptions, OutputOptions } from '../options/index.ts';
import { type Earlier, FileOutput, partOf, readEarlier, type Sink, StandardOutput } from '../output/index.ts';
import { UsageError } from '../usage-error.ts';
import type { Processed, Work } from '../work.ts';
import { checkFiles, EXIT, run } from './run.ts';
import { count, summary } from './summary.ts';

const NOTHING: Earlier = { keep: 0, rows: 0, failed: 0, from: undefined };

export interface RowsVerb {
  work: Work;
  /** What a row holds: `generation`. */
  noun: string;
  /** Rows say where their record stands, so that `--resume` can go on behind the last one. */
  resumable: boolean;
  /** Stands between the outputs of two blocks; rows end with a newline of their own. */
  separator: string;
}

/** @returns the exit status */
export async function writeRows(options: InputOptions & OutputOptions, verb: RowsVerb): Promise<number> {
  checkFiles(options.files);
  const { output } = options;
  const say = (text: string): void => {
    if (!options.quiet) process.stderr.write(`${text}\n`);
  };
  if (output !== undefined) refuseInput(options.files, output);
  if (options.resume && isComplete(output!)) {
    say(`harmony-wire: ${output} is complete; nothing to do`);
    return EXIT.ok;
  }
  const earlier = options.resume && existsSync(partOf(output!)) ? await earlierRun(output!) : undefined;
  const { from, rows, failed, keep } = earlier ?? NOTHING;
  if (earlier !== undefined) say(`harmony-wire: going on ${placeText(from)}; ${count(rows, 'row')} kept`);

  const sink: Sink = output === undefined ? new StandardOutput() : await FileOutput.open(output, earlier && keep);
  const result = await run(options, verb.work, from, writer(sink, verb.separator));
  if (from !== undefined && !result.interrupted && result.stats.records === 0) {
    await sink.stop();
    throw new UsageError(`the inputs do not hold the record that ${partOf(output!)} goes on from (${placeText(from)})`);
  }
  if (result.interrupted) {
    await sink.stop();
    process.stderr.write(`${interruptText(options.output, verb.resumable)}\n`);
    return EXIT.interrupted;
  }
  await sink.finish();
  say(summary(result, verb.noun));
  return result.stats.failed + failed > 0 ? EXIT.someNotRead : EXIT.ok;
}

function writer(sink: Sink, separator: string): (processed: Processed) => Promise<void> {
  let isFirst = true;
  return async ({ text, stats }) => {
    if (stats.generations === 0 && text.length === 0) return;
    if (!isFirst && separator !== '') await sink.write(Buffer.from(separator));
    isFirst = false;
    if (text.length > 0) await sink.write(text);
  };
}

function isComplete(output: string): boolean {
  return existsSync(output) && !existsSync(partOf(output));
}

async function earlierRun(output: string): Promise<Earlier> {
  try {
    return await readEarlier(partOf(output));
  } catch (error) {
    throw new UsageError(`${partOf(output)} cannot be gone on from: ${error instanceof Error ? error.message : error}`);
  }
}

/** A log that is overwritten by its own rows is gone. */
function refuseInput(files: readonly (string | null)[], output: string): void {
  if (!existsSync(output)) return;
  const target = realpathSync(output);
  if (files.some((file) => file !== null && realpathSync(file) === target)) {
    throw new UsageError(`-o ${output} is an input too`);
  }
}

function placeText(from: RecordPlace | undefined): string {
  if (from === undefined) return 'from the beginning';
  const element = from.index === null ? '' : `, element ${from.index}`;
  return `at ${from.file ?? 'standard input'}, line ${from.line}${element}`;
}

function interruptText(output: string | undefined, resumable: boolean): string {
  if (output === undefined) return 'harmony-wire: interrupted; standard output holds whole rows';
  return `harmony-wire: interrupted; ${partOf(output)} holds whole rows${resumable ? ', --resume goes on from there' : ''}`;
}
