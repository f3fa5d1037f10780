/** The batch functions: what they give, what they refuse. */
import { describe, expect, it } from 'vitest';
import {
  type BatchOptions,
  HarmonyBatchTooLargeError,
  HarmonyParseError,
  parseTokenBatch,
  parseTokenBatchAsync,
  parseTokens,
  RowForm,
  type TokenBatch,
} from '../../lib/index.ts';
import { CHANNEL, END, MESSAGE, RETURN, START } from '../../lib/wire/index.ts';
import { encodeText } from '../support/generate.ts';
import { vocabulary } from '../support/spell.ts';
import { engines } from './engines.ts';

const ANALYSIS = [CHANNEL, ...encodeText('analysis'), MESSAGE, ...encodeText('Hm.'), END];
const FINAL = [
  START,
  ...encodeText('assistant'),
  CHANNEL,
  ...encodeText('final'),
  MESSAGE,
  ...encodeText('Où? 日'),
  RETURN,
];
const TURN = [...ANALYSIS, ...FINAL];
const ODD = [CHANNEL, ...encodeText('final the answer is 4'), RETURN];

function pack(...sequences: number[][]): [Uint32Array, Uint32Array] {
  const offsets = Uint32Array.from([0, ...sequences.map((_, i) => sequences.slice(0, i + 1).flat().length)]);
  return [Uint32Array.from(sequences.flat()), offsets];
}

describe.each(engines)('engine %s', (engine) => {
  const parse = (sequences: number[][], options: BatchOptions = {}) =>
    parseTokenBatch(...pack(...sequences), { engine, ...options });

  it('gives the messages of every sequence, in order', () => {
    const batch = parse([TURN, [], ODD]);
    expect(batch.length).toBe(3);
    expect(batch.engine).toBe(engine);
    expect([...batch]).toEqual([TURN, [], ODD].map((ids) => parseTokens(ids).messages));
    expect(batch.messages(0).map(({ channel, content }) => [channel, content])).toEqual([
      ['analysis', 'Hm.'],
      ['final', 'Où? 日'],
    ]);
    expect(batch.result(2)).toEqual(parseTokens(ODD));
    expect(batch.result(1)).toEqual(parseTokens([]));
  });

  it('shows its columns', () => {
    const { columns, ...batch } = { columns: parse([TURN, ODD]).columns, content: parse([TURN, ODD]) };
    expect(columns.rows).toBe(3);
    expect([...columns.rowForm]).toEqual([RowForm.Message, RowForm.Message, RowForm.HeaderOnly]);
    expect([...columns.sequenceRow]).toEqual([0, 2, 3]);
    expect([...columns.sequenceLength]).toEqual([TURN.length, ODD.length]);
    expect([0, 1, 2].map((row) => batch.content.content(row))).toEqual(['Hm.', 'Où? 日', '']);
    expect(new TextDecoder().decode(columns.content)).toBe('Hm.Où? 日');
    expect(columns.headers).toBe(4);
  });

  it('counts positions from the beginning of each sequence, wherever the first offset lies', () => {
    const padded = Int32Array.from([7, 7, ...TURN, ...TURN, 7]);
    const offsets = Uint32Array.of(2, 2 + TURN.length, 2 + 2 * TURN.length);
    const batch = parseTokenBatch(padded, offsets, { engine });
    expect([batch.result(0), batch.result(1)]).toEqual([parseTokens(TURN), parseTokens(TURN)]);
  });

  it('takes the options of a parser', () => {
    const tools = ['lookup'];
    const ids = [CHANNEL, ...encodeText('lookup'), MESSAGE, ...encodeText('{}'), END];
    expect(parse([ids], { tools }).messages(0)).toEqual(parseTokens(ids, { tools }).messages);
    expect(parse([ids], { tools }).messages(0)[0]?.recipient).toBe('lookup');
    expect(parse([ODD], { maxHeaderBytes: 8 }).result(0)).toEqual(parseTokens(ODD, { maxHeaderBytes: 8 }));
    const conversation = [START, ...encodeText('user'), MESSAGE, ...encodeText('x'), END, ...FINAL];
    expect(parse([conversation], { role: null }).result(0)).toEqual(parseTokens(conversation, { role: null }));
  });

  it('throws in mode strict for the sequence that was asked for, no other', () => {
    const batch = parse([TURN, ODD], { mode: 'strict' });
    expect(batch.messages(0)).toHaveLength(2);
    expect(() => batch.messages(1)).toThrow(HarmonyParseError);
    expect(() => batch.result(1)).toThrow(expect.objectContaining({ code: 'ERR_HARMONY_MISSING_MESSAGE_TOKEN' }));
    expect(batch.messages(0)).toHaveLength(2);
  });

  it('uses the memory of a batch again', () => {
    const batch = parse([TURN, ODD, TURN]);
    const { buffer } = batch.columns.content;
    expect(parse([ODD, TURN], { into: batch })).toBe(batch);
    expect([...batch]).toEqual([ODD, TURN].map((ids) => parseTokens(ids).messages));
    expect(batch.columns.content.buffer).toBe(buffer);
    const many = Array.from({ length: 300 }, (_, i) => (i % 3 === 0 ? ODD : TURN));
    parse(many, { into: batch });
    expect([...batch]).toEqual(many.map((ids) => parseTokens(ids).messages));
    parse([], { into: batch });
    expect([...batch]).toEqual([]);
  });

  it('gives the same columns into used memory as into new', () => {
    const used = parse([TURN, ODD, TURN, ODD]);
    expect(parse([ODD, ODD, TURN], { into: used }).columns).toEqual(parse([ODD, ODD, TURN]).columns);
  });

  it('refuses more than 2^32 - 1 bytes before any work', () => {
    const longest = Array.from({ length: 199_998 }, (_, id) => id).find((id) => vocabulary.byteLength(id) === 128)!;
    const each = 2 ** 24;
    const tokens = new Uint32Array(2 * each + 1).fill(longest);
    const offsets = Uint32Array.of(0, each, 2 * each, tokens.length);
    const refused = expect.objectContaining({ code: 'ERR_HARMONY_BATCH_TOO_LARGE', sequencesThatFit: 1 });
    const into = parse([TURN]);
    expect(() => parseTokenBatch(tokens, offsets, { engine, into })).toThrow(refused);
    expect(() => parseTokenBatch(tokens, offsets, { engine })).toThrow(HarmonyBatchTooLargeError);
  });

  describe('at once or not', () => {
    const sequences = Array.from({ length: 2000 }, (_, i) => [...TURN, ...(i % 7 === 0 ? ODD : ANALYSIS)]);
    const [tokens, offsets] = pack(...sequences);

    it.each([1, 2, 5])('parseTokenBatchAsync on %i threads gives the same columns', async (threads) => {
      const batch = await parseTokenBatchAsync(tokens, offsets, { engine, threads });
      expect(batch.columns).toEqual(parseTokenBatch(tokens, offsets, { engine }).columns);
    });

    it('reads shared memory', async () => {
      const shared = new Uint32Array(new SharedArrayBuffer(tokens.byteLength));
      shared.set(tokens);
      const wanted = parseTokenBatch(tokens, offsets, { engine }).columns;
      expect(parseTokenBatch(shared, offsets, { engine }).columns).toEqual(wanted);
      const batch = await parseTokenBatchAsync(shared, offsets, { engine, threads: 2 });
      expect(batch.columns).toEqual(wanted);
      const again = await parseTokenBatchAsync(shared, offsets, { engine, threads: 2, into: batch });
      expect(again).toBe(batch);
      expect(again.columns).toEqual(wanted);
    });

    it('stops when its signal is aborted', async () => {
      const reason = new Error('enough');
      await expect(parseTokenBatchAsync(tokens, offsets, { engine, signal: AbortSignal.abort(reason) })).rejects.toBe(
        reason,
      );
      const controller = new AbortController();
      const parsing = parseTokenBatchAsync(tokens, offsets, { engine, signal: controller.signal });
      controller.abort(reason);
      await expect(parsing).rejects.toBe(reason);
    });

    it('runs several at a time', async () => {
      const wanted = parseTokenBatch(tokens, offsets, { engine }).columns;
      const batches = await Promise.all([1, 2, 3].map(() => parseTokenBatchAsync(tokens, offsets, { engine })));
      for (const batch of batches) expect(batch.columns).toEqual(wanted);
    });
  });
});

describe('wrong use', () => {
  const [tokens, offsets] = pack(TURN);
  const invalid = (message: RegExp) =>
    expect.objectContaining({
      name: 'TypeError',
      code: 'ERR_HARMONY_INVALID_ARGUMENT',
      message: expect.stringMatching(message),
    });
  // The types forbid most of it.
  const call = parseTokenBatch as (...args: unknown[]) => TokenBatch;

  it.each<[string, unknown[], RegExp]>([
    ['an array of ids', [[1, 2], offsets], /tokens must be a Uint32Array or an Int32Array, not an array/],
    ['floats', [new Float64Array(2), offsets], /tokens must be .* not an instance of Float64Array/],
    ['offsets of another type', [tokens, [0, 1]], /offsets must be a Uint32Array, not an array/],
    ['no offsets', [tokens, new Uint32Array(0)], /one entry more than there are sequences/],
    ['offsets that fall', [tokens, Uint32Array.of(0, 3, 2)], /offsets must ascend, but 2 does not/],
    ['offsets beyond the end', [tokens, Uint32Array.of(0, TURN.length + 1)], /reach to \d+, but there are \d+ tokens/],
    ['a role that is none', [tokens, offsets, { role: 'bot' }], /option role/],
    ['another engine', [tokens, offsets, { engine: 'wasm' }], /option engine must be 'native' or 'js'/],
    ['into something', [tokens, offsets, { into: {} }], /option into must be a TokenBatch, not an instance of Object/],
    ['options that are none', [tokens, offsets, 5], /options must be an object, not 5/],
  ])('refuses %s', (_, args, message) => {
    expect(() => call(...args)).toThrow(invalid(message));
  });

  it('refuses unknown options, those of the other function too', async () => {
    const unknown = expect.objectContaining({ name: 'TypeError', code: 'ERR_HARMONY_UNKNOWN_OPTION' });
    expect(() => call(tokens, offsets, { thread: 2 })).toThrow(unknown);
    expect(() => call(tokens, offsets, { threads: 2 })).toThrow(unknown);
    expect(() => call(tokens, offsets, { onDelta: () => {} })).toThrow(unknown);
    const rejects = (options: object) => expect(parseTokenBatchAsync(tokens, offsets, options)).rejects;
    await rejects({ prefill: 'x' }).toEqual(unknown);
    await rejects({ threads: 0 }).toEqual(invalid(/option threads/));
    await rejects({ threads: 1.5 }).toEqual(invalid(/option threads/));
    await rejects({ signal: {} }).toEqual(invalid(/option signal must be an AbortSignal/));
  });

  it('refuses indexes that are not there', () => {
    const batch = parseTokenBatch(tokens, offsets);
    for (const index of [-1, 1, 0.5, Number.NaN, '0' as unknown as number]) {
      expect(() => batch.messages(index)).toThrow(
        invalid(/TokenBatch.messages: the index must be a whole number below 1/),
      );
      expect(() => batch.result(index)).toThrow(invalid(/TokenBatch.result/));
    }
    expect(() => batch.content(2)).toThrow(
      invalid(/TokenBatch.content: the index must be a whole number below 2, not 2/),
    );
  });
});
