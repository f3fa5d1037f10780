/** Web streams. */
import type { TokenList } from '../parse/index.ts';
import {
  type EventSource,
  type HarmonyEvent,
  type TextStreamOptions,
  type TokenStreamOptions,
  textEvents,
  tokenEvents,
} from './events.ts';

function transformer<T>(source: EventSource<T>): Transformer<T, HarmonyEvent> {
  return {
    transform(chunk, controller) {
      for (const event of source.feed(chunk)) controller.enqueue(event);
    },
    flush(controller) {
      for (const event of source.end()) controller.enqueue(event);
    },
  };
}

/**
 * Text (or its UTF-8 bytes) in, events out. An error of the parser errors the stream.
 * @example
 * for await (const event of response.body.pipeThrough(new HarmonyTextStream())) …
 */
export class HarmonyTextStream extends TransformStream<string | Uint8Array, HarmonyEvent> {
  constructor(options?: TextStreamOptions) {
    super(transformer(textEvents(options)));
  }
}

/** Token ids in, one or many a chunk; events out. */
export class HarmonyTokenStream extends TransformStream<number | TokenList, HarmonyEvent> {
  constructor(options?: TokenStreamOptions) {
    super(transformer(tokenEvents(options)));
  }
}
