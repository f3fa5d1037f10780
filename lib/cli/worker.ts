/** A worker thread of `--jobs`: takes blocks, gives rows. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Block } from './input/index.ts';
import { createProcessor, type Work } from './work.ts';

const process = await createProcessor(workerData as Work);

parentPort!.on('message', (block: Block) => {
  const processed = process(block);
  // A copy: the memory of the lines stays here, and is larger than they are.
  const text = new Uint8Array(processed.text);
  parentPort!.postMessage({ ...processed, text }, [text.buffer]);
});
