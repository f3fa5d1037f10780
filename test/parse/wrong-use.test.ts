/** Wrong use throws coded errors; nothing that a model or a buffer can do crashes or hangs. */
import { describe, expect, it } from 'vitest';
import {
  createTextParser,
  createTokenParser,
  HarmonyError,
  HarmonyParseError,
  loadVocabulary,
  type ParseOptions,
  parseText,
  parseTokens,
  toChat,
} from '../../lib/index.ts';

const FINAL = [200005, 17196, 200008];

function codeOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    return (error as { code?: string }).code ?? `no code: ${String(error)}`;
  }
  return 'nothing thrown';
}

/** A value of a type the signature forbids, as plain JavaScript would pass it. */
const wrong = (value: unknown) => value as never;

describe('arguments of wrong type', () => {
  it.each([null, undefined, 'text', {}, new Float64Array(1), new Uint8Array(1), 1n])('parseTokens(%s)', (value) => {
    expect(codeOf(() => parseTokens(wrong(value)))).toBe('ERR_HARMONY_INVALID_ARGUMENT');
    expect(() => parseTokens(wrong(value))).toThrow(TypeError);
  });

  it.each([null, undefined, 'text', {}, new Uint8Array(1)])('TokenParser.feed(%s)', (value) => {
    expect(codeOf(() => createTokenParser().feed(wrong(value)))).toBe('ERR_HARMONY_INVALID_ARGUMENT');
  });

  it.each([null, undefined, 5, {}, ['x']])('parseText(%s)', (value) => {
    expect(codeOf(() => parseText(wrong(value)))).toBe('ERR_HARMONY_INVALID_ARGUMENT');
    expect(codeOf(() => createTextParser().feed(wrong(value)))).toBe('ERR_HARMONY_INVALID_ARGUMENT');
  });

  it.each([1.5, Number.NaN, Number.POSITIVE_INFINITY])('the id %s', (id) => {
    expect(codeOf(() => createTokenParser().feed(id))).toBe('ERR_HARMONY_INVALID_TOKEN');
    expect(codeOf(() => parseTokens([...FINAL, id]))).toBe('ERR_HARMONY_INVALID_TOKEN');
    const parser = createTokenParser();
    for (const token of FINAL) parser.feed(token);
    parser.feed(12194);
    expect(codeOf(() => parser.feed(id))).toBe('ERR_HARMONY_INVALID_TOKEN');
  });

  it.each(['12194', null, undefined, {}, []])('an array that holds %s', (value) => {
    expect(codeOf(() => parseTokens(wrong([...FINAL, value])))).toBe('ERR_HARMONY_INVALID_TOKEN');
  });

  it('loadVocabulary', async () => {
    await expect(loadVocabulary(wrong('file'))).rejects.toMatchObject({ code: 'ERR_HARMONY_INVALID_ARGUMENT' });
    await expect(loadVocabulary(new Uint8Array(100))).rejects.toMatchObject({ code: 'ERR_HARMONY_INVALID_VOCABULARY' });
    // Nobody listens on port 1.
    for (const url of ['file:///vocabulary.bin', 'http://127.0.0.1:1/vocabulary.bin', 'data:nothing']) {
      const error = { code: 'ERR_HARMONY_VOCABULARY_NOT_LOADED', message: expect.stringContaining(url) };
      await expect(loadVocabulary(new URL(url))).rejects.toMatchObject(error);
    }
  });

  it('toChat', () => {
    expect(codeOf(() => toChat(wrong(null)))).toBe('ERR_HARMONY_INVALID_ARGUMENT');
    expect(codeOf(() => toChat(parseText('x'), wrong({ tools: 'f' })))).toBe('ERR_HARMONY_INVALID_ARGUMENT');
    expect(codeOf(() => toChat(parseText('x'), wrong({ tool: [] })))).toBe('ERR_HARMONY_UNKNOWN_OPTION');
  });
});

describe('options', () => {
  const cases: [keyof ParseOptions, unknown][] = [
    ['role', 'robot'],
    ['role', ''],
    ['role', 5],
    ['mode', 'lenient'],
    ['retain', 'some'],
    ['engine', 'wasm'],
    ['prefill', 5],
    ['maxHeaderBytes', 0],
    ['maxHeaderBytes', 1.5],
    ['maxContentBytes', -1],
    ['maxContentBytes', '1'],
    ['tools', 'f'],
    ['tools', [1]],
    ['onDelta', 'f'],
  ];
  it.each(cases)('%s: %j', (name, value) => {
    for (const make of [createTokenParser, createTextParser]) {
      expect(codeOf(() => make(wrong({ [name]: value })))).toBe('ERR_HARMONY_INVALID_ARGUMENT');
      expect(() => make(wrong({ [name]: value }))).toThrow(TypeError);
      expect(() => make(wrong({ [name]: value }))).toThrow(name);
    }
  });

  it('an unknown name, with a hint', () => {
    expect(() => parseText('', wrong({ onDeltas: () => {} }))).toThrow("did you mean 'onDelta'?");
    expect(codeOf(() => parseTokens([], wrong({ maxheaderbytes: 5 })))).toBe('ERR_HARMONY_UNKNOWN_OPTION');
    expect(codeOf(() => parseTokens([], wrong({ strippedMarkers: true })))).toBe('ERR_HARMONY_UNKNOWN_OPTION');
    expect(codeOf(() => parseText('', wrong('assistant')))).toBe('ERR_HARMONY_INVALID_ARGUMENT');
  });

  it('a long wrong value is not repeated whole', () => {
    try {
      parseText('', wrong({ role: 'x'.repeat(10_000) }));
    } catch (error) {
      expect((error as Error).message.length).toBeLessThan(300);
    }
  });
});

describe.each([
  ['token', () => createTokenParser, FINAL],
  ['text', () => createTextParser, '<|channel|>final<|message|>'],
] as const)('life of a %s parser', (_name, factory, header) => {
  const make = factory() as (options?: ParseOptions) => ReturnType<typeof createTokenParser>;
  const input = wrong(header);
  const more = wrong(typeof header === 'string' ? 'Hi' : 12194);

  it('feed and end after end', () => {
    const parser = make();
    parser.end();
    expect(codeOf(() => parser.feed(input))).toBe('ERR_HARMONY_PARSER_ENDED');
    expect(codeOf(() => parser.end())).toBe('ERR_HARMONY_PARSER_ENDED');
    parser.reset();
    parser.feed(input);
    expect(parser.state).toBe('body');
  });

  it('feed, end and reset from inside a handler', () => {
    const codes: string[] = [];
    const parser = make({
      onDelta: () => {
        codes.push(codeOf(() => parser.feed(more)));
        codes.push(codeOf(() => parser.end()));
        codes.push(codeOf(() => parser.reset()));
      },
    });
    parser.feed(input);
    parser.feed(more);
    parser.feed(more);
    expect(new Set(codes)).toEqual(new Set(['ERR_HARMONY_REENTRANT_CALL']));
    expect(codes).toHaveLength(6);
    expect(parser.end().messages[0]?.content).toBe('HiHi');
  });

  it('a handler that throws terminates until reset', () => {
    for (const handler of ['onMessageStart', 'onDelta', 'onMessageEnd', 'onIssue'] as const) {
      let throws = true;
      const parser = make({
        [handler]: () => {
          if (throws) throw new Error('mine');
        },
      });
      const run = () => {
        parser.feed(input);
        parser.feed(more);
        parser.feed(more);
        parser.feed(wrong(typeof header === 'string' ? '<|message|><|end|>' : [200008, 200007]));
      };
      expect(run).toThrow('mine');
      expect(codeOf(() => parser.feed(more))).toBe('ERR_HARMONY_PARSER_TERMINATED');
      expect(codeOf(() => parser.end())).toBe('ERR_HARMONY_PARSER_TERMINATED');
      throws = false;
      parser.reset();
      run();
      expect(parser.end()).toMatchObject({ messages: [{ content: 'HiHi' }], issues: [{ code: 'stray_token' }] });
    }
  });

  it('maxContentBytes is exact, whatever is retained', () => {
    for (const retain of ['all', 'calls', 'none'] as const) {
      const parser = make({ maxContentBytes: 10, retain });
      parser.feed(input);
      for (let i = 0; i < 5; i++) parser.feed(more);
      expect(codeOf(() => parser.feed(more))).toBe('ERR_HARMONY_CONTENT_TOO_LARGE');
      expect(codeOf(() => parser.feed(more))).toBe('ERR_HARMONY_PARSER_TERMINATED');
      parser.reset();
      parser.feed(input);
      for (let i = 0; i < 5; i++) parser.feed(more);
      expect(parser.current?.contentLength).toBe(10);
      expect(parser.end().messages[0]?.content).toBe(retain === 'all' ? 'HiHiHiHiHi' : '');
    }
  });

  it('a strict error terminates, with what was parsed before', () => {
    const parser = make({ mode: 'strict' });
    parser.feed(input);
    const stop = wrong(typeof header === 'string' ? '<|end|>' : 200007);
    parser.feed(stop);
    try {
      parser.feed(stop);
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(HarmonyParseError);
      expect(HarmonyError.isInstance(error)).toBe(true);
      const { code, messageIndex, at, messages, issue } = error as HarmonyParseError;
      expect({ code, messageIndex, at }).toEqual({
        code: 'ERR_HARMONY_STRAY_STOP_TOKEN',
        messageIndex: 1,
        at: typeof header === 'string' ? 34 : 4,
      });
      expect(messages).toHaveLength(1);
      expect(issue.code).toBe('stray_stop_token');
    }
    expect(codeOf(() => parser.feed(stop))).toBe('ERR_HARMONY_PARSER_TERMINATED');
  });
});

describe('limits on what is held', () => {
  it('white space that never ends, and headers of markers only', () => {
    const spaces = createTextParser({ role: null, maxContentBytes: 1000 });
    expect(codeOf(() => spaces.feed(' '.repeat(1001)))).toBe('ERR_HARMONY_CONTENT_TOO_LARGE');
    const markers = createTokenParser({ maxContentBytes: 1000, maxHeaderBytes: 100 });
    expect(codeOf(() => markers.feed(new Uint32Array(1000).fill(200005)))).toBe('ERR_HARMONY_CONTENT_TOO_LARGE');
    const stripped = createTextParser({ strippedMarkers: true, maxContentBytes: 1000 });
    expect(codeOf(() => stripped.feed('x'.repeat(1001)))).toBe('ERR_HARMONY_CONTENT_TOO_LARGE');
  });

  it('maxHeaderBytes is exact and counts no markers', () => {
    const header = `<|channel|>commentary to=${'f'.repeat(100)}`;
    const bytes = header.length - '<|channel|>'.length;
    const whole = parseText(`${header}<|message|>{}<|call|>`, { maxHeaderBytes: bytes });
    expect(whole.issues).toEqual([]);
    const cut = parseText(`${header}<|message|>{}<|call|>`, { maxHeaderBytes: bytes - 1 });
    expect(cut.issues.map((issue) => issue.code)).toContain('header_too_long');
    expect(cut.messages.map((m) => m.header + m.content).join('')).toBe(`${header}{}`);
  });
});

describe('buffers of every sort', () => {
  const ids = [...FINAL, 12194, 13, 200007];
  const expected = parseTokens(ids);

  it('sub-views with a byte offset', () => {
    const buffer = new ArrayBuffer(64);
    for (const View of [Uint32Array, Int32Array]) {
      const view = new View(buffer, 8, ids.length);
      view.set(ids);
      expect(parseTokens(view)).toEqual(expected);
    }
  });

  it('views on resizable and shared buffers', () => {
    const resizable = new (ArrayBuffer as unknown as new (bytes: number, options: object) => ArrayBuffer)(
      4 * ids.length,
      {
        maxByteLength: 4096,
      },
    );
    const shared = new SharedArrayBuffer(4 * ids.length);
    for (const buffer of [resizable, shared]) {
      const view = new Uint32Array(buffer);
      view.set(ids);
      expect(parseTokens(view)).toEqual(expected);
    }
  });

  it('a detached buffer is empty', () => {
    const view = Uint32Array.from(ids);
    structuredClone(view.buffer, { transfer: [view.buffer] });
    expect(parseTokens(view).messages).toEqual([]);
  });

  it.each([-1, -2147483648, 201_089, 4_294_967_295, 2 ** 40])('the id %d is unknown, never an error', (id) => {
    const { messages, issues } = parseTokens([...FINAL, id, 200007]);
    expect(messages[0]?.content).toBe('\ufffd');
    expect(issues).toEqual([
      { code: 'unknown_token', severity: 'error', messageIndex: 0, at: 3, unit: 'token', text: undefined },
    ]);
  });

  it('a negative id of an Int32Array', () => {
    expect(parseTokens(Int32Array.from([...FINAL, -1, 200007])).messages[0]?.content).toBe('\ufffd');
  });
});
