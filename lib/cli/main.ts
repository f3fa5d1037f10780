#!/usr/bin/env node
/** Entry of the command line: verb, options, exit status. */
import { nearest } from '../wire/index.ts';
import { engineInfo } from './engine.ts';
import { helpText } from './help.ts';
import { Arguments, checkVerbOptions, convertOptions, parseVerbOptions, VERBS, type Verb } from './options/index.ts';
import { ClosedPipe, OutputError, StandardOutput } from './output/index.ts';
import { UsageError } from './usage-error.ts';
import { checkVerb, convertVerb, infoVerb, parseVerb } from './verbs/index.ts';

const OK = 0;
const NOT_WRITTEN = 1;
const WRONG_USE = 2;

async function main(argv: readonly string[]): Promise<number> {
  const [first, ...rest] = argv;
  if (first === undefined) {
    process.stderr.write(helpText());
    return WRONG_USE;
  }
  if (first === '--help' || first === '-h' || first === 'help') return print(helpText(verbOf(rest[0])));
  if (first === '--version' || first === '-v' || first === '-V') return print(`${engineInfo().version}\n`);
  const verb = verbOf(first);
  if (verb === undefined) throw unknownVerb(first);
  const args = new Arguments(verb, rest);
  if (args.has('help')) return print(helpText(verb));
  if (verb === 'parse') return parseVerb(parseVerbOptions(args));
  if (verb === 'check') return checkVerb(checkVerbOptions(args));
  if (verb !== 'info') return convertVerb(convertOptions(args, verb));
  if (args.positionals.length > 0) throw new UsageError(`info takes no '${args.positionals[0]}'`);
  return infoVerb(args.has('json'));
}

async function print(text: string): Promise<number> {
  await new StandardOutput().write(Buffer.from(text));
  return OK;
}

function verbOf(word: string | undefined): Verb | undefined {
  return word !== undefined && Object.hasOwn(VERBS, word) ? (word as Verb) : undefined;
}

function unknownVerb(word: string): UsageError {
  const verbs = Object.keys(VERBS);
  if (word.startsWith('-')) return new UsageError(`the verb comes first: harmony-wire ${verbs.join('|')} ${word} ...`);
  const hint = nearest(word, verbs);
  return new UsageError(`unknown verb '${word}'${hint === undefined ? '' : `; did you mean '${hint}'?`}`);
}

function statusOf(error: unknown): number {
  if (error instanceof ClosedPipe) return OK;
  if (error instanceof UsageError) {
    process.stderr.write(`harmony-wire: ${error.message}\nharmony-wire --help shows what there is\n`);
    return WRONG_USE;
  }
  const message = error instanceof OutputError ? error.message : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`harmony-wire: ${message}\n`);
  return NOT_WRITTEN;
}

// Standard input may still be open (an interrupt, a closed pipe): only an exit ends the process then.
process.exit(await main(process.argv.slice(2)).catch(statusOf));
