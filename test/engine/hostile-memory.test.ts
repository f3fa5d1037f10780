/** Memory that is taken away, resized or written while it is read: an error or some result, never a crash. */
import { isDeepStrictEqual } from 'node:util';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { parseTokenBatch, parseTokenBatchAsync } from '../../lib/index.ts';
import { CHANNEL, END, MESSAGE, START } from '../../lib/wire/index.ts';
import { engines } from './engines.ts';

const COUNT = 1_500_000;
const PATTERN = [START, 173781, CHANNEL, 17196, MESSAGE, 17, 659, 220, 17, 314, 220, 19, 13, END];
const OFFSETS = Uint32Array.from({ length: 4 }, (_, i) => (i * COUNT) / 3);

function fill(tokens: Uint32Array): Uint32Array {
  tokens.set(PATTERN);
  for (let done = PATTERN.length; done < tokens.length; done *= 2) tokens.copyWithin(done, 0, done);
  return tokens;
}

function detach(tokens: Uint32Array): void {
  structuredClone(tokens.buffer, { transfer: [tokens.buffer as ArrayBuffer] });
}

// ES2024; every Node that is supported has it, the configured library does not.
type Resizable = ArrayBuffer & { resize(length: number): void };
function resizable(): { buffer: Resizable; tokens: Uint32Array } {
  const bytes = COUNT * 4;
  const buffer = Reflect.construct(ArrayBuffer, [bytes, { maxByteLength: 2 * bytes }]) as Resizable;
  return { buffer, tokens: fill(new Uint32Array(buffer)) };
}

const gone = expect.objectContaining({ code: 'ERR_HARMONY_INVALID_ARGUMENT' });

describe.each(engines)('engine %s', (engine) => {
  it('refuses memory that is gone', () => {
    const tokens = fill(new Uint32Array(COUNT));
    detach(tokens);
    expect(() => parseTokenBatch(tokens, OFFSETS, { engine })).toThrow(gone);
  });

  it('says so if memory is taken away meanwhile', async () => {
    const tokens = fill(new Uint32Array(COUNT));
    const parsing = parseTokenBatchAsync(tokens, OFFSETS, { engine });
    setImmediate(() => detach(tokens));
    await expect(parsing).rejects.toEqual(gone);
  });

  it('says so if memory shrinks meanwhile', async () => {
    const { buffer, tokens } = resizable();
    const parsing = parseTokenBatchAsync(tokens, OFFSETS, { engine });
    setImmediate(() => buffer.resize(4096));
    await expect(parsing).rejects.toEqual(gone);
    expect(() => parseTokenBatch(tokens, OFFSETS, { engine })).toThrow(gone);
  });

  it('reads memory that grows as it was', async () => {
    const { buffer, tokens } = resizable();
    const wanted = parseTokenBatch(tokens, OFFSETS, { engine }).columns;
    const parsing = parseTokenBatchAsync(tokens, OFFSETS, { engine });
    setImmediate(() => buffer.resize(8 * COUNT));
    expect(isDeepStrictEqual((await parsing).columns, wanted)).toBe(true);
  });

  it('survives columns that were taken away', () => {
    const tokens = fill(new Uint32Array(PATTERN.length * 3));
    const offsets = Uint32Array.of(0, tokens.length);
    const into = parseTokenBatch(tokens, offsets, { engine });
    const wanted = parseTokenBatch(tokens, offsets, { engine }).columns;
    for (const column of [into.columns.content, into.columns.rowForm, into.columns.rowContent]) {
      structuredClone(column.buffer, { transfer: [column.buffer as ArrayBuffer] });
    }
    expect(parseTokenBatch(tokens, offsets, { engine, into }).columns).toEqual(wanted);
  });

  it('survives another thread that writes what it reads', async () => {
    const shared = new SharedArrayBuffer(COUNT * 4);
    const tokens = fill(new Uint32Array(shared));
    const writer = new Worker(
      `const { workerData: { shared, ids } } = require('node:worker_threads');
       const tokens = new Uint32Array(shared);
       for (let i = 0; ; i = (i * 1103515245 + 12345) >>> 0) tokens[i % tokens.length] = ids[i % ids.length];`,
      { eval: true, workerData: { shared, ids: [...PATTERN, 200013, 4294967295, 172, 5, 199_999, 194_000] } },
    );
    try {
      for (let round = 0; round < 3; round++) {
        const batch = await parseTokenBatchAsync(tokens, OFFSETS, { engine, threads: 2 }).catch((error) => error);
        if (batch instanceof Error) expect(batch).toEqual(gone);
        else expect(batch.messages(1)).toBeInstanceOf(Array);
        const direct = parseTokenBatch(tokens, OFFSETS, { engine });
        expect(direct.result(2).messages).toBeInstanceOf(Array);
      }
    } finally {
      await writer.terminate();
    }
  });
});
