/** Node streams. */
import { Transform, type TransformCallback } from 'node:stream';
import {
  type EventSource,
  type TextStreamOptions,
  type TokenStreamOptions,
  textEvents,
  tokenEvents,
} from './events.ts';

// An error goes through the callback once: emitting it as well would report it twice.
function nodeTransform<T>(source: EventSource<T>, takesObjects: boolean): Transform {
  const run = (stream: Transform, produce: () => readonly unknown[], done: TransformCallback): void => {
    try {
      for (const event of produce()) stream.push(event);
    } catch (error) {
      done(error as Error);
      return;
    }
    done();
  };
  return new Transform({
    readableObjectMode: true,
    writableObjectMode: takesObjects,
    decodeStrings: false,
    transform(chunk: T, _encoding, done) {
      run(this, () => source.feed(chunk), done);
    },
    flush(done) {
      run(this, () => source.end(), done);
    },
  });
}

/** A `node:stream` Transform: strings or bytes in, {@link HarmonyEvent} objects out. */
export function createNodeTextStream(options?: TextStreamOptions): Transform {
  return nodeTransform(textEvents(options), false);
}

/** A `node:stream` Transform in object mode: ids, one or many a chunk, in; {@link HarmonyEvent} objects out. */
export function createNodeTokenStream(options?: TokenStreamOptions): Transform {
  return nodeTransform(tokenEvents(options), true);
}
