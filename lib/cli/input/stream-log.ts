/**
 * Logs of streams: `data: {…}` lines or one chunk a line. The chunks of a stream are joined into one record of the
 * shape the body would have had, with `delta` in the place of `message`; generations are then found as in any record.
 */
import { createParser, type EventSourceParser } from 'eventsource-parser';
import { fieldOf, isObject, type Json, type JsonObject, listOf, objectOf, textOf } from '../json.ts';
import { type Joined, JoinedChoices, JoinedPlain } from './joined.ts';
import { LineSplitter, type RecordSink, type Splitter } from './splitter.ts';

export function isEventLine(line: string): boolean {
  return /^(?:data|event|id|retry|):/.test(line);
}

/** A JSON value that is a part of a generation: OpenAI chunks, Ollama's lines, events of the Responses API. */
export function isChunk(value: JsonObject): boolean {
  return isChoiceChunk(value) || isOllama(value) || isResponseEvent(value);
}

function isChoiceChunk(value: JsonObject): boolean {
  const object = textOf(value, 'object');
  if (object === 'chat.completion.chunk') return true;
  const first = listOf(value, 'choices')?.[0];
  return object === undefined && isObject(first) && Object.hasOwn(first, 'delta');
}

function isOllama(value: JsonObject): boolean {
  const hasPiece = textOf(value, 'response') !== undefined || objectOf(value, 'message') !== undefined;
  return typeof value.done === 'boolean' && textOf(value, 'model') !== undefined && hasPiece;
}

function isResponseEvent(value: JsonObject): boolean {
  return textOf(value, 'type')?.startsWith('response.') ?? false;
}

/** Only in `data:` lines: there the choices of /v1/completions and llama-server's bodies are pieces too. */
function isEventPiece(value: JsonObject): boolean {
  const isLlama = typeof value.stop === 'boolean' && textOf(value, 'content') !== undefined;
  return isLlama || listOf(value, 'choices') !== undefined;
}

export class StreamSplitter implements Splitter {
  readonly #sink: RecordSink;
  readonly #limit: number;
  readonly #lines: LineSplitter;
  readonly #events: EventSourceParser;
  readonly #decoder = new TextDecoder();
  /** Open streams by key, in the order they began. */
  readonly #open = new Map<string, Joined>();
  #held = 0;
  #line = 1;
  /** The line a Responses stream began on, 0 if none is open. */
  #response = 0;

  constructor(sink: RecordSink, limit: number) {
    this.#sink = sink;
    this.#limit = limit;
    this.#events = createParser({ onEvent: (event) => this.#event(event.data) });
    const lines: RecordSink = {
      record: (bytes, line) => this.#addLine(bytes, line),
      failure: (code, message, line) => sink.failure(code, message, line),
    };
    this.#lines = new LineSplitter(lines, limit, true);
  }

  push(chunk: Buffer): void {
    this.#lines.push(chunk);
  }

  end(): void {
    this.#lines.end();
    this.#events.feed('\n\n');
    this.#flush(() => true);
    if (this.#response > 0) this.#endResponse();
  }

  #addLine(bytes: Uint8Array, line: number): void {
    const text = this.#decoder.decode(bytes);
    this.#line = line;
    if (text.trim() === '') this.#events.feed('\n');
    else if (isEventLine(text)) {
      this.#events.feed(text.endsWith('\r') ? `${text.slice(0, -1)}\n` : `${text}\n`);
      // Loggers drop the empty lines between events; an event of several data lines was not met.
      if (text.startsWith('data:')) this.#events.feed('\n');
    } else this.#value(text, false);
  }

  #event(data: string): void {
    if (data.trim() === '[DONE]') this.#flush(() => true);
    else this.#value(data, true);
  }

  #value(text: string, isEvent: boolean): void {
    const value = parseOrNothing(text);
    if (!isObject(value)) this.#pass(text);
    else if (isResponseEvent(value)) this.#responseEvent(value);
    else if (isChunk(value) || this.#isUsage(value) || (isEvent && isEventPiece(value)))
      this.#chunk(value, text.length);
    else this.#pass(text);
  }

  /** The last chunk of a stream may bring its usage, and no choice. */
  #isUsage(value: JsonObject): boolean {
    return listOf(value, 'choices')?.length === 0 && this.#open.has(keyOf(value));
  }

  /** A line that is no chunk is a record of its own. */
  #pass(text: string): void {
    this.#flush((stream) => stream.isFinished);
    this.#sink.record(Buffer.from(text), this.#line);
  }

  #chunk(value: JsonObject, size: number): void {
    const key = keyOf(value);
    let stream = this.#open.get(key);
    if (stream === undefined) {
      // A finished stream may still get its usage; another one's beginning says that it has it.
      this.#flush((open) => open.isFinished);
      stream = newStream(value, this.#line);
      this.#open.set(key, stream);
    }
    stream.add(value);
    this.#held += size;
    if (stream.isClosed) this.#flush((open) => open === stream);
    if (this.#held > this.#limit) this.#giveUp();
  }

  #responseEvent(event: JsonObject): void {
    if (this.#response === 0) this.#response = this.#line;
    const body = fieldOf(event, 'response');
    const isLast = /^response\.(?:completed|incomplete|failed)$/.test(textOf(event, 'type')!);
    if (!isLast || !isObject(body)) return;
    this.#sink.record(Buffer.from(JSON.stringify(body)), this.#response);
    this.#response = 0;
  }

  #endResponse(): void {
    const message = 'the stream of Responses events has no response.completed';
    this.#sink.failure('stream_incomplete', message, this.#response);
  }

  #flush(isDue: (stream: Joined) => boolean): void {
    for (const [key, stream] of this.#open) {
      if (!isDue(stream)) continue;
      this.#open.delete(key);
      this.#sink.record(Buffer.from(JSON.stringify(stream.body())), stream.line);
    }
    if (this.#open.size === 0) this.#held = 0;
  }

  /** Streams that never end are not kept for ever. */
  #giveUp(): void {
    const message = `open streams hold more than ${this.#limit} bytes (--max-record-bytes)`;
    for (const stream of this.#open.values()) this.#sink.failure('record_too_large', message, stream.line);
    this.#open.clear();
    this.#held = 0;
  }
}

function keyOf(chunk: JsonObject): string {
  if (isOllama(chunk)) return `ollama ${textOf(chunk, 'model')}`;
  return textOf(chunk, 'id') ?? '';
}

function newStream(chunk: JsonObject, line: number): Joined {
  if (isOllama(chunk)) return new JoinedPlain(line, 'done');
  return listOf(chunk, 'choices') === undefined ? new JoinedPlain(line, 'stop') : new JoinedChoices(line);
}

function parseOrNothing(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
