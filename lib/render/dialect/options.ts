import { checkOptionNames, invalidOption } from '../../wire/index.ts';
import type { DialectOptions, TranscriptOptions } from './types.ts';

const DROPS: readonly unknown[] = [undefined, 'none', 'finished-turns'];

/** @throws TypeError `ERR_HARMONY_INVALID_ARGUMENT`, `ERR_HARMONY_UNKNOWN_OPTION` */
export function checkDialectOptions(options: DialectOptions, where: string, more: readonly string[] = []): void {
  checkOptionNames(options, ['compat', ...more], where);
  const compat: unknown = options.compat;
  if (compat !== undefined && compat !== 'omp') throw invalidOption(where, 'compat', "'omp'", compat);
}

/** Whether the reasoning of finished turns is left out. Throws as {@link checkDialectOptions} does. */
export function dropsFinished(options: TranscriptOptions, where: string): boolean {
  checkDialectOptions(options, where, ['dropAnalysis']);
  const { dropAnalysis } = options;
  if (!DROPS.includes(dropAnalysis)) throw invalidOption(where, 'dropAnalysis', 'none or finished-turns', dropAnalysis);
  return (dropAnalysis ?? (options.compat === 'omp' ? 'none' : 'finished-turns')) === 'finished-turns';
}
