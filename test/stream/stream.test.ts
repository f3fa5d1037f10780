/** `/stream`: web, Node and iterable adapters yield what the parser's handlers report, and cancel and fail properly. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { describe, expect, it } from 'vitest';
import { parseText, parseTokens } from '../../lib/index.ts';
import {
  createNodeTextStream,
  createNodeTokenStream,
  type HarmonyEvent,
  HarmonyTextStream,
  HarmonyTokenStream,
  parseTextStream,
  parseTokenStream,
} from '../../lib/stream/index.ts';

const TEXT = '<|channel|>analysis<|message|>Hm… 🎉<|end|><|start|>assistant<|channel|>final<|message|>日本<|return|>';
const IDS = [200005, 35644, 200008, 12194, 13, 200007, 200006, 173781, 200005, 17196, 200008, 9048, 200002];

function chunked<T>(items: readonly T[]): ReadableStream<T> {
  return new ReadableStream({
    start(controller) {
      for (const item of items) controller.enqueue(item);
      controller.close();
    },
  });
}

async function collect(events: AsyncIterable<HarmonyEvent>): Promise<HarmonyEvent[]> {
  const all: HarmonyEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

function resultOf(events: readonly HarmonyEvent[]): unknown {
  const last = events.at(-1);
  return last?.type === 'end' ? last.result : undefined;
}

function joinedDeltas(events: readonly HarmonyEvent[]): string {
  return events.map((event) => (event.type === 'delta' ? event.text : '')).join('');
}

const joinedContent = (result: { messages: { content: string }[] }) => result.messages.map((m) => m.content).join('');

describe('text', () => {
  const expected = parseText(TEXT);
  const bytes = new TextEncoder().encode(TEXT);

  it.each([1, 2, 3, 7, 1000])('a web stream of chunks of %d units, and of bytes', async (size) => {
    const units = Array.from({ length: Math.ceil(TEXT.length / size) }, (_, i) => TEXT.slice(i * size, (i + 1) * size));
    const octets = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
      bytes.subarray(i * size, (i + 1) * size),
    );
    for (const source of [chunked<string | Uint8Array>(units), chunked<string | Uint8Array>(octets)]) {
      const events = await collect(
        source.pipeThrough(new HarmonyTextStream()) as AsyncIterable<HarmonyEvent> & ReadableStream,
      );
      expect(resultOf(events)).toEqual(expected);
      expect(joinedDeltas(events)).toBe(joinedContent(expected));
      expect(events.map((event) => event.type).filter((type) => type !== 'delta')).toEqual([
        'message-start',
        'message-end',
        'message-start',
        'message-end',
        'end',
      ]);
    }
  });

  it('a Node stream', async () => {
    const events: HarmonyEvent[] = [];
    await pipeline(
      Readable.from([bytes.subarray(0, 31), bytes.subarray(31)]),
      createNodeTextStream(),
      async (source) => {
        for await (const event of source) events.push(event);
      },
    );
    expect(resultOf(events)).toEqual(expected);
  });

  it('an iterable', async () => {
    expect(resultOf(await collect(parseTextStream([TEXT.slice(0, 20), TEXT.slice(20)])))).toEqual(expected);
    expect(resultOf(await collect(parseTextStream(chunked([TEXT]))))).toEqual(expected);
  });

  it('a chunk that is no text fails the stream once', async () => {
    const stream = chunked([5 as unknown as string]).pipeThrough(new HarmonyTextStream());
    await expect(collect(stream as AsyncIterable<HarmonyEvent> & ReadableStream)).rejects.toMatchObject({
      code: 'ERR_HARMONY_INVALID_ARGUMENT',
    });
  });
});

describe('tokens', () => {
  const expected = parseTokens(IDS);

  it('a web stream of ids, one and many', async () => {
    const source = chunked<number | Uint32Array>([...IDS.slice(0, 4), Uint32Array.from(IDS.slice(4))]);
    const events = await collect(
      source.pipeThrough(new HarmonyTokenStream()) as AsyncIterable<HarmonyEvent> & ReadableStream,
    );
    expect(resultOf(events)).toEqual(expected);
    expect(joinedDeltas(events)).toBe(joinedContent(expected));
  });

  it('a Node stream, with an error in mode strict', async () => {
    const run = async (ids: readonly number[]) => {
      const events: HarmonyEvent[] = [];
      await pipeline(Readable.from(ids), createNodeTokenStream({ mode: 'strict' }), async (source) => {
        for await (const event of source) events.push(event);
      });
      return resultOf(events);
    };
    expect(await run(IDS)).toEqual(expected);
    await expect(run([...IDS, 200002])).rejects.toMatchObject({ code: 'ERR_HARMONY_STRAY_STOP_TOKEN', at: 13 });
  });

  it('break cancels the source', async () => {
    let cancelled = false;
    async function* source() {
      try {
        for (const id of IDS) yield id;
      } finally {
        cancelled = true;
      }
    }
    for await (const event of parseTokenStream(source())) if (event.type === 'delta') break;
    expect(cancelled).toBe(true);
  });

  it('a signal stops between chunks, its reason as it is', async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    const run = async () => {
      for await (const event of parseTokenStream(IDS, { signal: controller.signal })) {
        if (event.type === 'delta') controller.abort(reason);
      }
    };
    await expect(run()).rejects.toBe(reason);
    await expect(collect(parseTokenStream(IDS, { signal: AbortSignal.abort(reason) }))).rejects.toBe(reason);
  });

  it('handlers are no options here', () => {
    expect(() => parseTokenStream(IDS, { onDelta: () => {} } as never)).toThrow('read its events');
    expect(() => parseTokenStream(IDS, { rol: null } as never)).toThrow("did you mean 'role'?");
  });

  it.each([undefined, null, 5, {}])('%s is no source', (source) => {
    const error = expect.objectContaining({ code: 'ERR_HARMONY_INVALID_ARGUMENT' });
    expect(() => parseTokenStream(source as never)).toThrow(error);
    expect(() => parseTextStream(source as never)).toThrow(error);
    expect(() => parseTextStream([], { signal: source ?? 5 } as never)).toThrow(error);
  });
});
