/** Raw values of a verb's arguments: checks, hints. */
import { parseArgs } from 'node:util';
import { nearest } from '../../wire/index.ts';
import { UsageError } from '../usage-error.ts';
import { type OptionSpec, VERBS, type Verb } from './specs.ts';

/** @throws UsageError for an unknown option or one without its value */
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
