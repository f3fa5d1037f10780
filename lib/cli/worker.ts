/** A worker thread of `--jobs`: takes blocks, gives rows. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Block } from './input/index.ts';
import { createProcessor, type ProcessSettings } from './process.ts';

const process = createProcessor(workerData as ProcessSettings);

parentPort!.on('message', (block: Block) => {
  const { text, stats } = process(block);
  // A copy: the memory of the lines stays here, and is larger than they are.
  const own = new Uint8Array(text);
  parentPort!.postMessage({ text: own, stats }, [own.buffer]);
});
