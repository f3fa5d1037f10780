/** Async iterables. */
import type { TokenList } from '../parse/index.ts';
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
 * @throws TypeError on wrong options or chunks; HarmonyError as the parser's `feed`; the signal's reason
 */
export function parseTextStream(
  source: ChunkSource<string | Uint8Array>,
  options: TextStreamOptions & AbortOptions = {},
): AsyncGenerator<HarmonyEvent, void, undefined> {
  const { signal, ...rest } = options;
  return iterate(source, textEvents(rest), signal);
}

/** The events of token ids from any source of ids or lists of ids. Throws as {@link parseTextStream}. */
export function parseTokenStream(
  source: ChunkSource<number | TokenList>,
  options: TokenStreamOptions & AbortOptions = {},
): AsyncGenerator<HarmonyEvent, void, undefined> {
  const { signal, ...rest } = options;
  return iterate(source, tokenEvents(rest), signal);
}
