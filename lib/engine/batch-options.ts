/** Arguments of the batch functions, and their checks. */
import { type ParseOptions, type ResolvedOptions, resolveOptions } from '../parse/index.ts';
import { checkOptionNames, describe, HarmonyTypeError, invalidOption } from '../wire/index.ts';
import type { EngineName } from './choice.ts';
import { TokenBatch } from './token-batch.ts';

export interface BatchOptions extends Pick<ParseOptions, 'role' | 'mode' | 'maxHeaderBytes' | 'tools'> {
  /** Forces an engine for this call. @defaultValue the package's `engine` */
  engine?: EngineName;
  /** A batch whose memory is used again: it becomes the new batch and is returned. */
  into?: TokenBatch;
}

export interface AsyncBatchOptions extends BatchOptions {
  /** Threads of the native engine; the js engine has one, and shares it with everything else. @defaultValue 1 */
  threads?: number;
  /** Stops the work; the promise rejects with the signal's reason. */
  signal?: AbortSignal;
}

const NAMES = [
  'role',
  'mode',
  'maxHeaderBytes',
  'tools',
  'engine',
  'into',
] as const satisfies readonly (keyof BatchOptions)[];
const ASYNC_NAMES = [...NAMES, 'threads', 'signal'] as const satisfies readonly (keyof AsyncBatchOptions)[];
const MOST_THREADS = 256;

export interface BatchRequest {
  options: ResolvedOptions;
  engine: EngineName | undefined;
  into: TokenBatch | undefined;
  threads: number;
  signal: AbortSignal | undefined;
}

/** @throws TypeError `ERR_HARMONY_UNKNOWN_OPTION`, `ERR_HARMONY_INVALID_ARGUMENT` */
export function resolveBatchOptions(given: AsyncBatchOptions | undefined, where: string, async: boolean): BatchRequest {
  checkOptionNames(given, async ? ASYNC_NAMES : NAMES, where);
  const { into, threads = 1, signal, ...parse } = given ?? {};
  const options = resolveOptions(parse, where, false);
  if (into !== undefined && !(into instanceof TokenBatch)) throw invalidOption(where, 'into', 'a TokenBatch', into);
  if (!Number.isInteger(threads) || threads < 1 || threads > MOST_THREADS) {
    throw invalidOption(where, 'threads', `a whole number from 1 to ${MOST_THREADS}`, threads);
  }
  if (signal !== undefined && !(signal instanceof AbortSignal)) {
    throw invalidOption(where, 'signal', 'an AbortSignal', signal);
  }
  // The ids are in memory already: content needs no limit of its own.
  options.maxContentBytes = Number.MAX_SAFE_INTEGER;
  return { options, engine: parse.engine, into, threads, signal };
}

/** The ids as unsigned numbers, in place. @throws TypeError `ERR_HARMONY_INVALID_ARGUMENT` */
export function checkInput(
  tokens: unknown,
  offsets: unknown,
  where: string,
): { tokens: Uint32Array; offsets: Uint32Array } {
  if (!(tokens instanceof Uint32Array || tokens instanceof Int32Array)) {
    throw wrong(`${where}: tokens must be a Uint32Array or an Int32Array, not ${describe(tokens)}`);
  }
  if (!(offsets instanceof Uint32Array)) {
    throw wrong(`${where}: offsets must be a Uint32Array, not ${describe(offsets)}`);
  }
  // Checked as a copy: shared memory may change behind a check.
  const cuts = offsets.slice();
  checkOffsets(cuts, tokens.length, where);
  // A view of its own: it does not follow a buffer that grows, and a negative id is an id above the vocabulary.
  return { tokens: new Uint32Array(tokens.buffer, tokens.byteOffset, tokens.length), offsets: cuts };
}

function checkOffsets(offsets: Uint32Array, count: number, where: string): void {
  if (offsets.length === 0) throw wrong(`${where}: offsets must have one entry more than there are sequences`);
  for (let i = 1; i < offsets.length; i++) {
    if (offsets[i]! < offsets[i - 1]!) throw wrong(`${where}: offsets must ascend, but ${i} does not`);
  }
  const last = offsets[offsets.length - 1]!;
  if (last > count) throw wrong(`${where}: offsets reach to ${last}, but there are ${count} tokens`);
}

function wrong(message: string): HarmonyTypeError {
  return new HarmonyTypeError('ERR_HARMONY_INVALID_ARGUMENT', message);
}
