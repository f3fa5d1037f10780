/**
 * The add-on in plain Node, for sanitizers: batches of any ids through every path, memory that goes away, workers that
 * stop in the middle, garbage. Run from a folder with `dist/` and `build/` (native/ci.mjs makes one):
 * `node --expose-gc native/test/addon.mjs [ROUNDS]`.
 */
import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { createTokenParser, engine, nativeLoadError, parseTokenBatch, parseTokenBatchAsync } from '../../dist/index.js';
import { encode, encodeInScript } from '../../dist/render/encode/index.js';

assert.equal(engine, 'native', nativeLoadError?.message);

const SPECIALS = [
  200006, 200005, 200003, 200008, 200007, 200002, 200012, 199999, 199998, 200013, 201088, 201089, 300000, 4294967295,
];
const below = (limit) => Math.floor(Math.random() * limit);
const anyId = () => (below(6) === 0 ? SPECIALS[below(SPECIALS.length)] : below(2) === 0 ? below(256) : below(199998));

function anyBatch(sequences, longest) {
  const offsets = new Uint32Array(sequences + 1);
  for (let i = 0; i < sequences; i++) offsets[i + 1] = offsets[i] + below(longest);
  return { tokens: Uint32Array.from({ length: offsets[sequences] }, anyId), offsets };
}

function shared(tokens) {
  const copy = new Uint32Array(new SharedArrayBuffer(tokens.byteLength));
  copy.set(tokens);
  return copy;
}

async function everyPath(rounds) {
  let into;
  for (let i = 0; i < rounds; i++) {
    const { tokens, offsets } = anyBatch(1 + below(30), 80);
    const options = { role: below(2) === 0 ? null : 'assistant', maxHeaderBytes: 1 + below(60) };
    const wanted = parseTokenBatch(tokens, offsets, { ...options, engine: 'js' });
    const found = parseTokenBatch(tokens, offsets, options);
    assert.deepEqual(found.columns, wanted.columns);
    for (let row = 0; row < found.columns.rows; row++) assert.equal(found.content(row), wanted.content(row));
    into = parseTokenBatch(tokens, offsets, { ...options, into });
    assert.deepEqual(into.columns, wanted.columns);
    const inTurns = await parseTokenBatchAsync(tokens, offsets, { ...options, threads: 2 });
    assert.deepEqual(inTurns.columns, wanted.columns);
    const background = await parseTokenBatchAsync(shared(tokens), offsets, { ...options, threads: 3 });
    assert.deepEqual(background.columns, wanted.columns);
  }
}

function runsOfStreams(rounds) {
  for (let i = 0; i < rounds; i++) {
    const { tokens } = anyBatch(1, 400);
    const results = ['native', 'js'].map((name) => {
      const parser = createTokenParser({ engine: name });
      parser.feed([200005, 17196, 200008]);
      for (let at = 0; at < tokens.length; at += 1 + (i % 90)) parser.feed(tokens.subarray(at, at + 1 + (i % 90)));
      return parser.end();
    });
    assert.deepEqual(results[0], results[1]);
  }
}

const CHARACTERS = [..."aabAs' \n1!/é日\u0301ſ\u00a0🎉", '\ud800', '\udc00'];
const anyText = (longest) =>
  Array.from({ length: below(longest) }, () => CHARACTERS[below(CHARACTERS.length)]).join('');

function encoding(rounds) {
  for (let i = 0; i < rounds; i++) {
    const text = anyText(i % 20 === 0 ? 20_000 : 60);
    assert.deepEqual(encode(text), encodeInScript(text));
    const word = CHARACTERS[below(CHARACTERS.length)].repeat(below(i % 20 === 0 ? 20_000 : 200));
    assert.deepEqual(encode(word), encodeInScript(word));
  }
  assert.throws(() => encode('x'.repeat(2 ** 22 + 1)), { code: 'ERR_HARMONY_CONTENT_TOO_LARGE' });
}

async function severalBlocks() {
  const { tokens, offsets } = anyBatch(2000, 400);
  const wanted = parseTokenBatch(tokens, offsets).columns;
  for (const given of [tokens, shared(tokens)]) {
    const all = await Promise.all([1, 2, 4].map((threads) => parseTokenBatchAsync(given, offsets, { threads })));
    for (const { columns } of all) assert.deepEqual(columns, wanted);
  }
}

async function memoryThatGoes() {
  const { tokens, offsets } = anyBatch(3000, 2000);
  const parsing = parseTokenBatchAsync(tokens, offsets, { threads: 2 });
  setImmediate(() => structuredClone(tokens.buffer, { transfer: [tokens.buffer] }));
  await assert.rejects(parsing, { code: 'ERR_HARMONY_INVALID_ARGUMENT' });
  assert.throws(() => parseTokenBatch(tokens, offsets), { code: 'ERR_HARMONY_INVALID_ARGUMENT' });
}

async function memoryThatChanges() {
  const { tokens, offsets } = anyBatch(1000, 1500);
  const changing = shared(tokens);
  const writer = new Worker(new URL(import.meta.url), { argv: ['write'] });
  writer.postMessage(changing);
  for (let i = 0; i < 20; i++) {
    parseTokenBatch(changing, offsets);
    await parseTokenBatchAsync(changing, offsets, { threads: 2 });
  }
  await writer.terminate();
}

async function stoppedWorkers(count) {
  for (let i = 0; i < count; i++) {
    const worker = new Worker(new URL(import.meta.url), { argv: ['parse'] });
    await new Promise((resolve) => worker.once('message', resolve));
    for (let k = below(6); k > 0; k--) await turn();
    await worker.terminate();
  }
}

async function garbage(rounds) {
  const { tokens, offsets } = anyBatch(5, 100);
  for (let i = 0; i < rounds; i++) {
    parseTokenBatch(tokens, offsets);
    if (i % 50 === 0) await parseTokenBatchAsync(shared(tokens), offsets);
    if (i % 200 === 0) globalThis.gc?.();
  }
}

if (isMainThread) {
  const rounds = Number(process.argv[2] ?? 200);
  await everyPath(rounds);
  encoding(rounds * 10);
  runsOfStreams(rounds);
  await severalBlocks();
  await memoryThatGoes();
  await memoryThatChanges();
  await stoppedWorkers(Math.ceil(rounds / 10));
  await garbage(rounds * 5);
  console.log(`add-on: ${rounds} rounds, nothing odd`);
} else if (process.argv[2] === 'write') {
  parentPort.once('message', (tokens) => {
    for (;;) tokens[below(tokens.length)] = anyId();
  });
} else {
  const { tokens, offsets } = anyBatch(2000, 1000);
  const given = shared(tokens);
  parentPort.postMessage('ready');
  for (;;) {
    parseTokenBatch(tokens, offsets);
    encode(anyText(5000));
    await parseTokenBatchAsync(given, offsets, { threads: 2 });
  }
}
