/**
 * 100 workers that load the package, parse, and are gone in the middle of it: by `terminate`, by `process.exit`, or by
 * reaching their end. Prints how they ended.
 */
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { engine, parseTokenBatch, parseTokenBatchAsync } from '../../../dist/index.js';
import { batchOf } from './corpus.mjs';

const WORKERS = 100;
const AT_ONCE = 8;
const WAYS = ['terminate', 'exit', 'end'];

async function work({ way, shared }) {
  const [tokens, offsets] = batchOf(way === 'end' ? 20_000 : 2_000_000, 50, shared);
  const small = batchOf(1000, 3);
  const { length } = parseTokenBatch(...small).messages(0);
  const parsing = parseTokenBatchAsync(tokens, offsets, { threads: 2 });
  parentPort.postMessage(length);
  if (way === 'exit') setImmediate(() => process.exit(7));
  await parsing;
  // On a busy machine the end may come late: there is always a parse that it interrupts.
  while (way !== 'end') await parseTokenBatchAsync(tokens, offsets, { threads: 2 });
}

function start(number) {
  const way = WAYS[number % WAYS.length];
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: { way, shared: number % 2 === 0 } });
    let parsed = 0;
    worker.on('message', (messages) => {
      parsed = messages;
      if (way === 'terminate') void worker.terminate();
    });
    worker.on('error', reject);
    worker.on('exit', (code) => resolve({ way, code, parsed }));
  });
}

async function main() {
  const ended = [];
  let next = 0;
  const line = async () => {
    while (next < WORKERS) ended.push(await start(next++));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, line));
  const codes = Object.fromEntries(
    WAYS.map((way) => [way, [...new Set(ended.filter((e) => e.way === way).map((e) => e.code))]]),
  );
  const after = parseTokenBatch(...batchOf(1000, 3)).messages(0).length;
  console.log(
    JSON.stringify({ engine, workers: ended.length, codes, parsed: ended.every((e) => e.parsed > 0), after }),
  );
}

if (isMainThread) await main();
else await work(workerData);
