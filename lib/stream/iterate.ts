/** Async iterables. */
import type { TokenList } from '../parse/index.ts';
import { describe, HarmonyTypeError } from '../wire/index.ts';
import {
  type EventSource,
  type HarmonyEvent,
  type TextStreamOptions,
  type TokenStreamOptions,
  textEvents,
  tokenEvents,
} from './events.ts';

/** Anything that yields chunks. */
export type ChunkSource<T> = AsyncIterable<T> | Iterable<T> | ReadableStream<T>;

export interface AbortOptions {
  /** Checked before work and between chunks; its `reason` is thrown as it is. */
  signal?: AbortSignal;
}

function checkSource(where: string, source: unknown, signal: unknown): void {
  const value = (source ?? {}) as Record<symbol, unknown>;
  if (typeof value[Symbol.asyncIterator] !== 'function' && typeof value[Symbol.iterator] !== 'function') {
    throw wrong(where, 'source', 'an iterable, an async iterable or a ReadableStream', source);
  }
  if (signal !== undefined && !(signal instanceof AbortSignal)) {
    throw wrong(where, 'option signal', 'an AbortSignal', signal);
  }
}

function wrong(where: string, name: string, expected: string, value: unknown): HarmonyTypeError {
  const message = `${where}: ${name} must be ${expected}, not ${describe(value)}`;
  return new HarmonyTypeError('ERR_HARMONY_INVALID_ARGUMENT', message);
}

async function* iterate<T>(
  source: ChunkSource<T>,
  events: EventSource<T>,
  signal: AbortSignal | undefined,
): AsyncGenerator<HarmonyEvent, void, undefined> {
  signal?.throwIfAborted();
  // Leaving the loop early (break, throw) calls the source's own `return`, which cancels it.
  for await (const chunk of source as AsyncIterable<T>) {
    signal?.throwIfAborted();
    yield* events.feed(chunk);
  }
  signal?.throwIfAborted();
  yield* events.end();
}

/**
 * The events of text (or UTF-8 bytes) from any source of chunks. `break` cancels the source.
 * @throws TypeError on a wrong source, wrong options or chunks; HarmonyError as the parser's `feed`; the signal's reason
 */
export function parseTextStream(
  source: ChunkSource<string | Uint8Array>,
  options: TextStreamOptions & AbortOptions = {},
): AsyncGenerator<HarmonyEvent, void, undefined> {
  const { signal, ...rest } = options;
  checkSource('parseTextStream', source, signal);
  return iterate(source, textEvents(rest), signal);
}

/** The events of token ids from any source of ids or lists of ids. Throws as {@link parseTextStream}. */
export function parseTokenStream(
  source: ChunkSource<number | TokenList>,
  options: TokenStreamOptions & AbortOptions = {},
): AsyncGenerator<HarmonyEvent, void, undefined> {
  const { signal, ...rest } = options;
  checkSource('parseTokenStream', source, signal);
  return iterate(source, tokenEvents(rest), signal);
}
