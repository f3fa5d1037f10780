/**
 * Batches and parsers, made and dropped: 20,000 until everything is warm (V8 grows its spaces and compiles), then
 * 10,000 that are measured. Prints how memory grew in these. Needs --expose-gc; the argument names the engine.
 */
import { createTokenParser, parseTokenBatch, parseTokenBatchAsync } from '../../../dist/index.js';
import { batchOf } from './corpus.mjs';

const engine = process.argv[2];
const WARM = 20_000;
const ROUNDS = 10_000;
const [tokens, offsets] = batchOf(2000, 20);

async function round(i) {
  const atOnce = i % 100 !== 0;
  const batch = atOnce
    ? parseTokenBatch(tokens, offsets, { engine })
    : await parseTokenBatchAsync(tokens, offsets, { engine, threads: 2 });
  if (i % 10 === 0) batch.messages(0);
  const parser = createTokenParser();
  parser.feed(tokens.subarray(0, 40));
  if (i % 2 === 0) parser.end();
}

async function memoryAfter(rounds) {
  for (let i = 0; i < rounds; i++) await round(i);
  // What the add-on holds is freed in turns of the event loop.
  for (let i = 0; i < 5; i++) {
    globalThis.gc();
    await new Promise(setImmediate);
  }
  return process.memoryUsage();
}

const before = await memoryAfter(WARM);
const after = await memoryAfter(ROUNDS);
const growth = Object.fromEntries(Object.keys(after).map((key) => [key, after[key] - before[key]]));
console.log(JSON.stringify({ rounds: ROUNDS, growth }));
