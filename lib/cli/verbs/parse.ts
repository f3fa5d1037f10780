/** `harmony-wire parse`: logged generations to rows. */
import type { ParseVerbOptions } from '../options/index.ts';
import { writeRows } from './rows.ts';
import { checkEngine, parseWork } from './run.ts';

/** @returns the exit status */
export async function parseVerb(options: ParseVerbOptions): Promise<number> {
  checkEngine(options.engine);
  const { view, pass } = options;
  const work = parseWork(options, { view, pass, rows: true, examples: 0 });
  return writeRows(options, { work, noun: 'generation', resumable: true, separator: '' });
}
