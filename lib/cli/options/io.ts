/** Options that verbs share: what is read, where rows go. */
import type { InputName } from '../input/index.ts';
import { parsePath } from '../path.ts';
import { UsageError } from '../usage-error.ts';
import type { Arguments } from './arguments.ts';

export interface InputOptions {
  /** null is standard input. */
  files: (string | null)[];
  input: InputName;
  field: string | undefined;
  jobs: number;
  maxRecordBytes: number;
  quiet: boolean;
}

export interface OutputOptions {
  pass: string[];
  output: string | undefined;
  resume: boolean;
}

/** V8 makes no longer string: 2^29 - 24 units. */
const MOST_RECORD_BYTES = 500 * 1024 * 1024;

/** @param inputs what `--input` may say, the default first */
export function inputOptions(args: Arguments, inputs: readonly [InputName, ...InputName[]]): InputOptions {
  const field = args.text('field');
  if (field !== undefined) checkPath('field', field);
  return {
    files: args.positionals.length === 0 ? [null] : args.positionals.map((file) => (file === '-' ? null : file)),
    input: args.word('input', inputs) ?? inputs[0],
    field,
    jobs: args.count('jobs', 1, 256) ?? 1,
    maxRecordBytes: bytesOf(args) ?? 256 * 1024 * 1024,
    quiet: args.has('quiet'),
  };
}

export function outputOptions(args: Arguments, files: readonly (string | null)[]): OutputOptions {
  const pass = args.text('pass')?.split(',') ?? [];
  for (const name of pass) checkPath('pass', name);
  const options = { pass, output: args.text('output'), resume: args.has('resume') };
  if (options.output === '') throw new UsageError('-o needs the name of a file');
  if (options.resume && options.output === undefined) throw new UsageError('--resume needs -o FILE');
  if (options.resume && new Set(files).size < files.length) {
    throw new UsageError('--resume needs every input named once: an input is named twice');
  }
  return options;
}

function checkPath(option: string, text: string): void {
  if (parsePath(text) === undefined) throw new UsageError(`--${option}: '${text}' is no path such as a.b[0].c`);
}

function bytesOf(args: Arguments): number | undefined {
  const value = args.text('max-record-bytes');
  if (value === undefined) return undefined;
  const match = /^(\d{1,12})([KMG]?)(?:i?B)?$/i.exec(value);
  const unit = { '': 1, K: 1024, M: 1024 ** 2, G: 1024 ** 3 }[(match?.[2] ?? '').toUpperCase()] ?? 1;
  const bytes = match === null ? Number.NaN : Number(match[1]) * unit;
  if (bytes >= 1 && bytes <= MOST_RECORD_BYTES) return bytes;
  throw new UsageError(`--max-record-bytes is a size from 1 to 500M (64M, 1000000), not '${value}'`);
}
