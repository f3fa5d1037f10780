/** What the verbs share: inputs checked, blocks worked on, interrupts, counts. */
import { statSync } from 'node:fs';
import { engineProblem } from '../engine.ts';
import { type Block, type RecordPlace, readBlocks } from '../input/index.ts';
import { processBlocks } from '../jobs.ts';
import type { InputOptions, ReadingOptions } from '../options/index.ts';
import { startProgress } from '../output/index.ts';
import type { ProcessSettings } from '../process.ts';
import { addStats, newStats, type Stats } from '../stats.ts';
import { UsageError } from '../usage-error.ts';
import type { Processed, Work } from '../work.ts';

export const EXIT = { ok: 0, someNotRead: 1, wrongUse: 2, interrupted: 130 } as const;

export interface Run {
  stats: Stats;
  seconds: number;
  /** Bytes read, as they lie on disk. */
  bytes: number;
  interrupted: boolean;
}

export function parseWork(
  options: ReadingOptions,
  rest: Pick<ProcessSettings, 'view' | 'pass' | 'rows' | 'examples'>,
): Work {
  const { field, role, mode, engine, strippedMarkers, maxRecordBytes } = options;
  return { kind: 'parse', field, role, mode, engine, strippedMarkers, maxContentBytes: maxRecordBytes, ...rest };
}

/** @throws UsageError if the engine cannot be used: said before anything is done */
export function checkEngine(engine: ReadingOptions['engine']): void {
  const problem = engineProblem(engine);
  if (problem !== undefined) throw new UsageError(problem.trim());
}

/** @throws UsageError if a file cannot be used: said before anything is done */
export function checkFiles(files: InputOptions['files']): void {
  if (files.includes(null) && process.stdin.isTTY) {
    process.stderr.write('harmony-wire: reading standard input; end it with Ctrl-D (or name a file)\n');
  }
  for (const file of files) {
    if (file === null) continue;
    const stats = statSync(file, { throwIfNoEntry: false });
    if (stats === undefined) throw new UsageError(`no such file: ${file}`);
    if (stats.isDirectory()) throw new UsageError(`${file} is a directory; name its files`);
  }
}

/**
 * Reads, works, writes. The first interrupt ends it after the rows that are under way, the second at once.
 * @param take is given what became of each block, in order
 */
export async function run(
  options: InputOptions,
  work: Work,
  from: RecordPlace | undefined,
  take: (processed: Processed) => Promise<void>,
): Promise<Run> {
  const began = performance.now();
  const progress = await startProgress(options.files, options.quiet);
  const interrupt = new AbortController();
  const onSignal = (): void => {
    if (interrupt.signal.aborted) process.exit(EXIT.interrupted);
    interrupt.abort();
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  const result: Run = { stats: newStats(), seconds: 0, bytes: 0, interrupted: false };
  try {
    const blocks = readBlocks(options.files, {
      input: options.input,
      maxRecordBytes: options.maxRecordBytes,
      from,
      onBytes(count) {
        result.bytes += count;
        progress.add(count);
      },
    });
    let writing = Promise.resolve();
    const examples = work.kind === 'parse' ? work.examples : 0;
    for await (const processed of processBlocks(until(blocks, interrupt.signal), work, options.jobs)) {
      addStats(result.stats, processed.stats, examples);
      if (processed.complaints !== undefined) process.stderr.write(processed.complaints);
      await writing;
      // One block is written while the next one is worked on.
      writing = take(processed);
      writing.catch(() => {});
    }
    await writing;
  } finally {
    progress.stop();
    process.off('SIGINT', onSignal);
    process.off('SIGTERM', onSignal);
  }
  result.interrupted = interrupt.signal.aborted;
  result.seconds = (performance.now() - began) / 1000;
  return result;
}

/** Ends the blocks when the signal comes, even while a read waits. */
async function* until(
  blocks: AsyncGenerator<Block, void, undefined>,
  signal: AbortSignal,
): AsyncGenerator<Block, void, undefined> {
  let end = (): void => {};
  signal.addEventListener('abort', () => end(), { once: true });
  while (!signal.aborted) {
    // Not a race with one promise for all: its reactions would keep every block alive.
    const next = await new Promise<IteratorResult<Block, void>>((resolve, reject) => {
      end = () => resolve({ done: true, value: undefined });
      blocks.next().then(resolve, reject);
    });
    if (next.done) return;
    yield next.value;
    // Blocks that are ready at once would never let the signal's handler run.
    await new Promise((resolve) => setImmediate(resolve));
  }
}
