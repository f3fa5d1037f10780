/** Options of the verbs: names, defaults, checks, hints. */
import { parseArgs } from 'node:util';
import { nearest, ROLES, type Role } from '../wire/index.ts';
import { INPUT_NAMES, type InputName } from './input/index.ts';
import { parsePath } from './path.ts';
import { VIEWS, type View } from './row.ts';
import { UsageError } from './usage-error.ts';

type Kind = 'string' | 'boolean';
interface OptionSpec {
  type: Kind;
  short?: string;
}

const GENERAL: Record<string, OptionSpec> = {
  help: { type: 'boolean', short: 'h' },
};

const READING: Record<string, OptionSpec> = {
  input: { type: 'string' },
  field: { type: 'string' },
  role: { type: 'string' },
  mode: { type: 'string' },
  engine: { type: 'string' },
  jobs: { type: 'string', short: 'j' },
  'max-record-bytes': { type: 'string' },
  'stripped-markers': { type: 'boolean' },
  quiet: { type: 'boolean', short: 'q' },
};

export const VERBS = {
  parse: {
    ...GENERAL,
    ...READING,
    view: { type: 'string' },
    pass: { type: 'string' },
    output: { type: 'string', short: 'o' },
    resume: { type: 'boolean' },
  },
  check: { ...GENERAL, ...READING, json: { type: 'boolean' }, examples: { type: 'string' } },
  info: { ...GENERAL, json: { type: 'boolean' } },
} as const satisfies Record<string, Record<string, OptionSpec>>;
export type Verb = keyof typeof VERBS;

export interface ReadingOptions {
  /** null is standard input. */
  files: (string | null)[];
  input: InputName;
  field: string | undefined;
  /** undefined: seen from each generation. */
  role: Role | null | undefined;
  mode: 'tolerant' | 'strict';
  engine: 'native' | 'js' | undefined;
  jobs: number;
  maxRecordBytes: number;
  strippedMarkers: boolean;
  quiet: boolean;
}

export interface ParseVerbOptions extends ReadingOptions {
  view: View;
  pass: string[];
  output: string | undefined;
  resume: boolean;
}

export interface CheckVerbOptions extends ReadingOptions {
  json: boolean;
  examples: number;
}

/** Raw values of a verb's arguments. @throws UsageError for an unknown option or one without its value */
export class Arguments {
  readonly positionals: string[] = [];
  readonly #values = new Map<string, string | true>();

  constructor(verb: Verb, args: readonly string[]) {
    const known: Record<string, OptionSpec> = VERBS[verb];
    const { tokens } = parseArgs({
      args: [...args],
      options: known,
      strict: false,
      allowPositionals: true,
      tokens: true,
    });
    for (const token of tokens) {
      if (token.kind === 'positional') this.positionals.push(token.value);
      if (token.kind !== 'option') continue;
      const spec = Object.hasOwn(known, token.name) ? known[token.name] : undefined;
      if (spec === undefined) throw unknownOption(verb, token.rawName, Object.keys(known));
      if (spec.type === 'string' && (token.value === undefined || isOption(token.value, token.inlineValue))) {
        throw new UsageError(`${token.rawName} needs a value`);
      }
      if (spec.type === 'boolean' && token.value !== undefined) throw new UsageError(`${token.rawName} takes no value`);
      this.#values.set(token.name, token.value ?? true);
    }
  }

  has(name: string): boolean {
    return this.#values.has(name);
  }

  text(name: string): string | undefined {
    const value = this.#values.get(name);
    return typeof value === 'string' ? value : undefined;
  }

  /** One of `words`. */
  word<Word extends string>(name: string, words: readonly Word[]): Word | undefined {
    const value = this.text(name);
    const found = words.find((word) => word === value);
    if (value === undefined || found !== undefined) return found;
    const hint = nearest(value, words);
    throw new UsageError(
      `--${name} is one of ${words.join(', ')}, not '${value}'${hint === undefined ? '' : `; did you mean '${hint}'?`}`,
    );
  }

  count(name: string, least: number, most: number): number | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
    if (number >= least && number <= most) return number;
    throw new UsageError(`--${name} is a whole number from ${least} to ${most}, not '${value}'`);
  }
}

/** `-o --resume` is a forgotten value; `-o=--resume` is meant. */
function isOption(value: string, inline: boolean | undefined): boolean {
  return !inline && value.startsWith('-') && value !== '-';
}

function unknownOption(verb: Verb, rawName: string, known: readonly string[]): UsageError {
  const name = rawName.replace(/^-+/, '');
  const hint = nearest(name, known);
  const elsewhere = (Object.keys(VERBS) as Verb[]).find((other) => Object.hasOwn(VERBS[other], name));
  const advice =
    elsewhere !== undefined
      ? `; it belongs to '${elsewhere}'`
      : hint === undefined
        ? ''
        : `; did you mean '--${hint}'?`;
  return new UsageError(`${verb}: unknown option '${rawName}'${advice}`);
}

/** V8 makes no longer string: 2^29 - 24 units. */
const MOST_RECORD_BYTES = 500 * 1024 * 1024;

function readingOptions(args: Arguments): ReadingOptions {
  const field = args.text('field');
  if (field !== undefined) checkPath('field', field);
  const role = args.word('role', [...ROLES, 'none'] as const);
  return {
    files: args.positionals.length === 0 ? [null] : args.positionals.map((file) => (file === '-' ? null : file)),
    input: args.word('input', INPUT_NAMES) ?? 'auto',
    field,
    role: role === 'none' ? null : role,
    mode: args.word('mode', ['tolerant', 'strict'] as const) ?? 'tolerant',
    engine: args.word('engine', ['native', 'js'] as const),
    jobs: args.count('jobs', 1, 256) ?? 1,
    maxRecordBytes: bytesOf(args) ?? 256 * 1024 * 1024,
    strippedMarkers: args.has('stripped-markers'),
    quiet: args.has('quiet'),
  };
}

export function parseVerbOptions(args: Arguments): ParseVerbOptions {
  const pass = args.text('pass')?.split(',') ?? [];
  for (const name of pass) checkPath('pass', name);
  const options = {
    ...readingOptions(args),
    view: args.word('view', VIEWS) ?? 'chat',
    pass,
    output: args.text('output'),
    resume: args.has('resume'),
  };
  if (options.resume && options.output === undefined) throw new UsageError('--resume needs -o FILE');
  if (options.resume && new Set(options.files).size < options.files.length) {
    throw new UsageError('--resume needs every input named once: an input is named twice');
  }
  return options;
}

export function checkVerbOptions(args: Arguments): CheckVerbOptions {
  return { ...readingOptions(args), json: args.has('json'), examples: args.count('examples', 0, 1000) ?? 3 };
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
