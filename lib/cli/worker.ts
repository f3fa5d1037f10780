/** A worker thread of `--jobs`: takes blocks, gives rows. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Block } from './input/index.ts';
import { createProcessor, type ProcessSettings } from './process.ts';

const process = createProcessor(workerData as ProcessSettings);

parentPort!.on('message', (block: Block) => {
  const processed = process(block);
  const { buffer, byteLength } = processed.text;
  // A small Buffer lies in a pool that is not ours to give away.
  const isOwn = buffer.byteLength === byteLength;
  parentPort!.postMessage(processed, isOwn ? [buffer as ArrayBuffer] : []);
});
