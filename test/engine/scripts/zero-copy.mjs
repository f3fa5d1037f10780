/**
 * Parses 400 MB of ids and prints what that added: external memory, and the highest RSS ever seen. The argument names
 * the engine. The ids are words of one byte, so that the columns are four times smaller than a copy of the ids.
 */
import { parseTokenBatch } from '../../../dist/index.js';
import { batchOf } from './corpus.mjs';

const engine = process.argv[2];
const COUNT = 100_000_000;
// 'a' to 'z' as ids, in bodies of a thousand.
const BODY = Uint32Array.from({ length: 1000 }, (_, i) => (i === 0 ? 200008 : i === 999 ? 200007 : 64 + (i % 26)));

function fill() {
  const tokens = new Uint32Array(COUNT);
  tokens.set(BODY);
  for (let done = BODY.length; done < COUNT; done *= 2) tokens.copyWithin(done, 0, Math.min(done, COUNT - done));
  return [tokens, Uint32Array.of(0, COUNT)];
}

const peak = () => process.resourceUsage().maxRSS * 1024;
const bytesOf = (columns) =>
  Object.values(columns).reduce((sum, column) => sum + (ArrayBuffer.isView(column) ? column.byteLength : 0), 0);

for (let i = 0; i < 20; i++) parseTokenBatch(...batchOf(200_000, 20), { engine });
const input = fill();
globalThis.gc();
const before = { peak: peak(), external: process.memoryUsage().external };
const batch = parseTokenBatch(...input, { engine });
globalThis.gc();
await new Promise(setImmediate);
globalThis.gc();
const after = { peak: peak(), external: process.memoryUsage().external };
const columns = bytesOf(batch.columns);
console.log(
  JSON.stringify({
    input: input[0].byteLength,
    columns,
    external: after.external - before.external,
    rss: after.peak - before.peak,
    rows: batch.columns.rows,
  }),
);
