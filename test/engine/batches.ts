/** Sequences as batches, and what a parse gave in a form that can be compared, errors included. */
import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import type { BatchOptions, Columns, TokenBatch } from '../../lib/engine/index.ts';
import { createTokenParser, parseTokens } from '../../lib/parse/index.ts';
import { HarmonyParseError, type ParseResult, type Role } from '../../lib/wire/index.ts';
import type { Random } from '../support/random.ts';
import { engines, parseTokenBatch } from './engines.ts';

export interface Batchable {
  id: string;
  tokens: readonly number[];
  role: Role | null;
}

type Options = Pick<BatchOptions, 'mode' | 'maxHeaderBytes' | 'tools'>;

interface Packed {
  tokens: Int32Array;
  offsets: Uint32Array;
}

function pack(sequences: readonly Batchable[]): Packed {
  const offsets = new Uint32Array(sequences.length + 1);
  sequences.forEach(({ tokens }, i) => {
    offsets[i + 1] = offsets[i]! + tokens.length;
  });
  const tokens = new Int32Array(offsets[sequences.length]!);
  sequences.forEach((sequence, i) => {
    tokens.set(sequence.tokens, offsets[i]);
  });
  return { tokens, offsets };
}

/** The result, or what the error said. */
function outcome(parse: () => ParseResult): unknown {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof HarmonyParseError)) throw error;
    const { code, message, issue, messageIndex, at, messages } = error;
    return { code, message, issue, messageIndex, at, messages };
  }
}

function same(found: unknown, wanted: unknown, what: string): void {
  // toEqual takes a hundred times as long: it is asked only for its explanation.
  if (!isDeepStrictEqual(found, wanted)) expect(found, what).toEqual(wanted);
}

/** Numbers of a sequence as ids: a plain number above 2^31 is a negative one of an Int32Array. */
const asInt32 = ({ tokens }: Batchable) => Int32Array.from(tokens, (id) => id | 0);

/** Every engine's batch of `sequences` (of one role) says what `parseTokens` says, and all engines' columns are equal. */
export function expectSame(sequences: readonly Batchable[], options: Options): void {
  const role = sequences[0]?.role ?? null;
  const { tokens, offsets } = pack(sequences);
  const batches = engines.map((engine) => parseTokenBatch(tokens, offsets, { ...options, role, engine }));
  const [first, ...others] = batches;
  for (const other of others) sameColumns(other, first!);
  sequences.forEach((sequence, i) => {
    const ids = asInt32(sequence);
    const wanted = outcome(() => parseTokens(ids, { ...options, role }));
    for (const batch of batches) {
      const what = `${sequence.id}, engine ${batch.engine}, ${JSON.stringify({ ...options, role })}: ${ids.join(' ')}`;
      same(
        outcome(() => batch.result(i)),
        wanted,
        what,
      );
      const messages = outcome(() => ({
        messages: batch.messages(i),
        issues: [],
        usage: undefined,
        pending: undefined,
      }));
      if (isResult(wanted)) same((messages as ParseResult).messages, wanted.messages, what);
      else same(messages, wanted, what);
    }
  });
}

function isResult(value: unknown): value is ParseResult {
  return typeof value === 'object' && value !== null && 'usage' in value;
}

function sameColumns(found: TokenBatch, wanted: TokenBatch): void {
  for (const name of Object.keys(wanted.columns) as (keyof Columns)[]) {
    same(found.columns[name], wanted.columns[name], `column ${name} of ${found.engine}`);
  }
}

/** Ids one by one, and in chunks of any size, give the whole's result. */
export function expectAnyCut(sequence: Batchable, options: Options, random: Random): void {
  const ids = asInt32(sequence);
  const wanted = outcome(() => parseTokens(ids, { ...options, role: sequence.role }));
  for (const longest of [1, 2 + random.below(20), 30 + random.below(70)]) {
    const found = outcome(() => {
      const parser = createTokenParser({ ...options, role: sequence.role });
      for (let at = 0; at < ids.length; ) {
        const length = 1 + random.below(longest);
        parser.feed(longest === 1 ? ids[at]! : ids.subarray(at, at + length));
        at += length;
      }
      return parser.end();
    });
    same(found, wanted, `${sequence.id} in chunks of at most ${longest}`);
  }
}

/** Sequences of one role after the other: a batch has one role. */
export function byRole(sequences: readonly Batchable[]): Batchable[][] {
  const roles = new Set(sequences.map(({ role }) => role));
  return [...roles].map((role) => sequences.filter((sequence) => sequence.role === role));
}
