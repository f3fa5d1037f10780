/** Works on blocks: in this thread, or in several with the results in the order of the blocks. */
import { Worker } from 'node:worker_threads';
import type { Block } from './input/index.ts';
import { createProcessor, type Processed, type Work } from './work.ts';

export async function* processBlocks(
  blocks: AsyncGenerator<Block, void, undefined>,
  work: Work,
  jobs: number,
): AsyncGenerator<Processed, void, undefined> {
  if (jobs > 1) return yield* processInThreads(blocks, work, jobs);
  const process = await createProcessor(work);
  for await (const block of blocks) yield process(block);
}

/** Blocks under way for each thread: one is worked on, one waits. */
const BLOCKS_PER_THREAD = 2;

async function* processInThreads(
  blocks: AsyncGenerator<Block, void, undefined>,
  work: Work,
  jobs: number,
): AsyncGenerator<Processed, void, undefined> {
  const threads = Array.from({ length: jobs }, () => new Thread(work));
  try {
    const underWay: Promise<Processed>[] = [];
    let next: Promise<IteratorResult<Block, void>> | undefined = blocks.next();
    while (next !== undefined || underWay.length > 0) {
      const isFull = underWay.length >= jobs * BLOCKS_PER_THREAD;
      const first = underWay[0];
      // Rows are not held back while a slow input has nothing to give.
      const came: IteratorResult<Block, void> | undefined =
        next === undefined || isFull
          ? undefined
          : await (first === undefined ? next : Promise.race([next, first.then(() => undefined)]));
      if (came === undefined) {
        yield await underWay.shift()!;
        continue;
      }
      next = came.done ? undefined : blocks.next();
      if (!came.done) underWay.push(idlest(threads).run(came.value));
    }
  } finally {
    await Promise.all(threads.map((thread) => thread.end()));
  }
}

function idlest(threads: readonly Thread[]): Thread {
  return threads.reduce((best, thread) => (thread.waiting < best.waiting ? thread : best));
}

class Thread {
  readonly #worker: Worker;
  /** Results that are due, in order. */
  readonly #due: { resolve(value: Processed): void; reject(error: Error): void }[] = [];

  constructor(work: Work) {
    this.#worker = new Worker(new URL('./worker.js', import.meta.url), { workerData: work });
    this.#worker.on('message', (processed: Processed) => this.#due.shift()?.resolve(processed));
    this.#worker.on('error', (error) => {
      for (const { reject } of this.#due.splice(0)) reject(error);
    });
  }

  get waiting(): number {
    return this.#due.length;
  }

  run(block: Block): Promise<Processed> {
    const { buffer, byteLength } = block.bytes;
    const isOwn = buffer.byteLength === byteLength;
    this.#worker.postMessage(
      isOwn ? block : { ...block, bytes: new Uint8Array(block.bytes) },
      isOwn ? [buffer as ArrayBuffer] : [],
    );
    const result = new Promise<Processed>((resolve, reject) => this.#due.push({ resolve, reject }));
    // It is awaited in its turn; until then a failure is not unhandled.
    result.catch(() => {});
    return result;
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }
}
