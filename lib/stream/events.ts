/** A parser as a source of events, for streams and iterables: handlers collect, each feed hands its events on. */
import {
  createTextParser,
  createTokenParser,
  type ParseOptions,
  type TextParseOptions,
  type TokenList,
} from '../parse/index.ts';
import type { HarmonyMessage, Issue, MessageHead, ParseResult } from '../wire/index.ts';
import { describe, HarmonyTypeError } from '../wire/index.ts';

/** What a stream yields, in the order of the input; `end` is the last one. */
export type HarmonyEvent =
  | { type: 'message-start'; head: MessageHead }
  /** One run of content of one chunk; `start` and `end` are token indexes or UTF-16 offsets, half-open. */
  | { type: 'delta'; head: MessageHead; text: string; start: number; end: number }
  | { type: 'message-end'; message: HarmonyMessage }
  | { type: 'issue'; issue: Issue }
  | { type: 'end'; result: ParseResult };

/** Options of the parsers without their handlers: events take the handlers' place. */
export type TokenStreamOptions = Omit<ParseOptions, 'onMessageStart' | 'onDelta' | 'onMessageEnd' | 'onIssue'>;
export type TextStreamOptions = Omit<TextParseOptions, 'onMessageStart' | 'onDelta' | 'onMessageEnd' | 'onIssue'>;

/** Turns chunks into events. One per stream. */
export interface EventSource<T> {
  /** The events of one chunk. Throws as the parser's `feed` does. */
  feed(chunk: T): HarmonyEvent[];
  /** The events at the end of the input. */
  end(): HarmonyEvent[];
}

interface Handlers {
  onMessageStart: (head: MessageHead) => void;
  onDelta: (text: string, head: MessageHead, range: { start: number; end: number }) => void;
  onMessageEnd: (message: HarmonyMessage) => void;
  onIssue: (issue: Issue) => void;
}

function handlersInto(push: (event: HarmonyEvent) => void): Handlers {
  return {
    onMessageStart: (head) => push({ type: 'message-start', head }),
    onDelta: (text, head, { start, end }) => push({ type: 'delta', head, text, start, end }),
    onMessageEnd: (message) => push({ type: 'message-end', message }),
    onIssue: (issue) => push({ type: 'issue', issue }),
  };
}

class Collector {
  private events: HarmonyEvent[] = [];

  readonly push = (event: HarmonyEvent): void => {
    this.events.push(event);
  };

  take(): HarmonyEvent[] {
    const { events } = this;
    this.events = [];
    return events;
  }
}

// A handler given to a stream would be overridden silently.
function refuseHandlers(options: object): void {
  for (const name of ['onMessageStart', 'onDelta', 'onMessageEnd', 'onIssue']) {
    if (Object.hasOwn(options, name)) {
      throw new HarmonyTypeError('ERR_HARMONY_UNKNOWN_OPTION', `${name} is no option of a stream: read its events`);
    }
  }
}

export function tokenEvents(options: TokenStreamOptions = {}): EventSource<number | TokenList> {
  refuseHandlers(options);
  const collector = new Collector();
  const parser = createTokenParser({ ...options, ...handlersInto(collector.push) });
  return {
    feed(chunk) {
      parser.feed(chunk);
      return collector.take();
    },
    end() {
      collector.push({ type: 'end', result: parser.end() });
      return collector.take();
    },
  };
}

export function textEvents(options: TextStreamOptions = {}): EventSource<string | Uint8Array> {
  refuseHandlers(options);
  const collector = new Collector();
  const parser = createTextParser({ ...options, ...handlersInto(collector.push) });
  // Bytes may be cut inside a character; U+FEFF is content, as everywhere in this package.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  return {
    feed(chunk) {
      if (typeof chunk !== 'string' && !(chunk instanceof Uint8Array)) {
        throw new HarmonyTypeError(
          'ERR_HARMONY_INVALID_ARGUMENT',
          `a text stream takes strings and Uint8Arrays, not ${describe(chunk)}`,
        );
      }
      parser.feed(typeof chunk === 'string' ? decoder.decode() + chunk : decoder.decode(chunk, { stream: true }));
      return collector.take();
    },
    end() {
      parser.feed(decoder.decode());
      collector.push({ type: 'end', result: parser.end() });
      return collector.take();
    },
  };
}
