/** Every way through the native engine gives the js engine's columns: plain loops, one pass or two, threads, shared memory. */
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { Columns } from '../../lib/engine/columns.ts';
import type { BatchEngine } from '../../lib/engine/engine.ts';
import { jsEngine } from '../../lib/engine/js-engine.ts';
import { loadNative, type Tuning } from '../../lib/engine/native.ts';
import { setVocabularySource, vocabulary } from '../../lib/parse/index.ts';
import { END, MESSAGE, ORDINARY_COUNT, START } from '../../lib/wire/index.ts';
import { engines } from '../engine/engines.ts';
import { anySequence } from '../support/generate.ts';
import { caseCount, Random, runSeed } from '../support/random.ts';

setVocabularySource(() => readFileSync(new URL('../../dist/o200k_harmony.bin', import.meta.url)));

const BATCHES = Math.ceil(caseCount(10_000) / 100);
const SMALL: Partial<Tuning> = { blockTokens: 50, blocksPerTurn: 3 };
const PATHS: Record<string, Partial<Tuning>> = {
  'one pass': {},
  'one pass, plain loops': { scalar: true },
  'two passes': { ...SMALL, directTokens: 0 },
  'two passes, plain loops': { ...SMALL, directTokens: 0, scalar: true },
};

interface Made {
  tokens: Uint32Array;
  offsets: Uint32Array;
  given: boolean;
  maxHeaderBytes: number;
  into: undefined;
  signal: undefined;
}

function make(random: Random): Made {
  const sequences = Array.from({ length: random.below(40) }, () => anySequence(random).tokens);
  const offsets = new Uint32Array(sequences.length + 1);
  sequences.forEach((sequence, i) => {
    offsets[i + 1] = offsets[i]! + sequence.length;
  });
  const tokens = Uint32Array.from(sequences.flat());
  const maxHeaderBytes = random.chance(0.5) ? 1024 : 1 + random.below(50);
  return { tokens, offsets, given: random.chance(0.5), maxHeaderBytes, into: undefined, signal: undefined };
}

function shared(tokens: Uint32Array): Uint32Array {
  const copy = new Uint32Array(new SharedArrayBuffer(tokens.byteLength));
  copy.set(tokens);
  return copy;
}

function expectColumns(found: Columns, wanted: Columns, what: string): void {
  if (!isDeepStrictEqual(found, wanted)) expect(found, what).toEqual(wanted);
}

async function expectAll(check: (made: Made, wanted: Columns, what: string) => Promise<void> | void): Promise<void> {
  const random = new Random(runSeed() + 11);
  for (let i = 0; i < BATCHES; i++) {
    const made = make(random);
    await check(made, jsEngine.parse(made), `batch ${i}`);
  }
}

describe.runIf(engines.includes('native'))('native paths', () => {
  it.each(Object.keys(PATHS))('%s', async (name) => {
    const engine = loadNative(PATHS[name]);
    let into: Columns | undefined;
    await expectAll((made, wanted, what) => {
      expectColumns(engine.parse(made), wanted, what);
      into = engine.parse({ ...made, into });
      expectColumns(into, wanted, `${what}, memory used again`);
    });
  });

  it('counts what does not fit the guess', () => {
    const engine = loadNative();
    const words = vocabulary();
    const longest = Array.from({ length: ORDINARY_COUNT }, (_, id) => id).filter((id) => words.byteLength(id) > 60);
    expect(longest.length).toBeGreaterThan(10);
    const rows = [START, MESSAGE, START, END, END, 300_000];
    const kinds = { content: [START, MESSAGE, ...longest], rows, nothing: [] };
    let into: Columns | undefined;
    for (const [name, ids] of Object.entries(kinds)) {
      const tokens = Uint32Array.from({ length: ids.length * 200 }, (_, i) => ids[i % ids.length]!);
      const offsets = Uint32Array.of(0, tokens.length);
      const job = { tokens, offsets, given: false, maxHeaderBytes: 1024, into: undefined };
      const wanted = jsEngine.parse(job);
      expectColumns(engine.parse(job), wanted, name);
      // First into memory that is too small, then into what that made.
      for (let round = 0; round < 2; round++) {
        into = engine.parse({ ...job, into });
        expectColumns(into, wanted, `${name}, memory used again`);
      }
    }
  });

  const asynchronously = (engine: BatchEngine, threads: number) =>
    expectAll(async (made, wanted, what) => {
      expectColumns(await engine.parseAsync({ ...made, threads }), wanted, `${what} in turns`);
      const given = { ...made, tokens: shared(made.tokens), threads };
      expectColumns(await engine.parseAsync(given), wanted, `${what} in the background`);
    });

  it.each([1, 2, 5])('%i threads', async (threads) => {
    await asynchronously(loadNative(SMALL), threads);
  });

  it('numbers headers by first appearance, whichever thread meets them', async () => {
    const engine = loadNative({ blockTokens: 1, blocksPerTurn: 1000 });
    // 3,000 sequences of one header each, 1,000 of them distinct.
    const header = (i: number) => [200_005, ...[...String(i % 1000)].map((digit) => digit.charCodeAt(0)), 200_008, 65];
    const sequences = Array.from({ length: 3000 }, (_, i) => header(i * 7));
    const offsets = new Uint32Array(sequences.length + 1);
    sequences.forEach((sequence, i) => {
      offsets[i + 1] = offsets[i]! + sequence.length;
    });
    const job = { tokens: shared(Uint32Array.from(sequences.flat())), offsets, given: true, maxHeaderBytes: 1024 };
    const wanted = jsEngine.parse({ ...job, into: undefined });
    expect(wanted.headers).toBe(1001);
    for (let round = 0; round < 20; round++) {
      const found = await engine.parseAsync({ ...job, into: undefined, threads: 4, signal: undefined });
      expectColumns(found, wanted, `round ${round}`);
    }
  });
});

describe.runIf(engines.includes('native'))('stopping', () => {
  const tokens = shared(new Uint32Array(8_000_000).fill(65));
  const offsets = Uint32Array.of(0, tokens.length);
  const job = { tokens, offsets, given: true, maxHeaderBytes: 1024, into: undefined, threads: 2 };

  it('ends in the background with the reason of the signal', async () => {
    const controller = new AbortController();
    const parsing = loadNative().parseAsync({ ...job, signal: controller.signal });
    setTimeout(() => controller.abort(new Error('enough')), 2);
    await expect(parsing).rejects.toThrow('enough');
  });

  it('parses on after it', async () => {
    const columns = await loadNative().parseAsync({ ...job, signal: undefined });
    expect(columns.content.length).toBe(tokens.length);
  });
});
