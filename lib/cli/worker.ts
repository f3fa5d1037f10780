/** A worker thread of `--jobs`: takes blocks, gives rows. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Block } from './input/index.ts';
import { createProcessor, type ProcessSettings } from './process.ts';

const process = createProcessor(workerData as ProcessSettings);

parentPort!.on('message', (block: Block) => {
  const processed = process(block);
  // The lines have a buffer of their own.
  parentPort!.postMessage(processed, [processed.text.buffer as ArrayBuffer]);
});
