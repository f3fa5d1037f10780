/** The js machine as an engine: at once, or in slices of the event loop. */
import { vocabulary } from '../parse/index.ts';
import type { Columns } from './columns.ts';
import type { AsyncJob, BatchEngine, BatchJob } from './engine.ts';
import { JsBatch } from './js-batch.ts';
import { measureBatch } from './measure.ts';
import { runDecoder } from './run-decoder.ts';
import { slotsOf } from './slots.ts';
import { gone, nextTurn } from './turns.ts';

/** Tokens between two turns of the event loop: about a millisecond. */
const SLICE = 1 << 18;

function open(job: BatchJob): JsBatch {
  const words = vocabulary();
  const { given, maxHeaderBytes, into } = job;
  const contentBytes = measureBatch(job, slotsOf(words).lengths);
  return new JsBatch(words, { sequences: job.offsets.length - 1, contentBytes, given, maxHeaderBytes, into });
}

function parse(job: BatchJob): Columns {
  const batch = open(job);
  const { tokens, offsets } = job;
  for (let i = 0; i + 1 < offsets.length; i++) {
    const from = offsets[i]!;
    const until = offsets[i + 1]!;
    batch.begin();
    batch.run(tokens, from, from, until);
    batch.end(until - from);
  }
  return batch.finish();
}

async function parseAsync(job: AsyncJob): Promise<Columns> {
  // Other work of this turn first; what is wrong with the batch is said before any.
  const batch = open(job);
  const { tokens, offsets, signal } = job;
  const size = tokens.length;
  let budget = 0;
  for (let i = 0; i + 1 < offsets.length; i++) {
    const origin = offsets[i]!;
    const end = offsets[i + 1]!;
    batch.begin();
    for (let at = origin; at < end; ) {
      if (budget === 0) {
        await nextTurn();
        signal?.throwIfAborted();
        if (tokens.length !== size) throw gone();
        budget = SLICE;
      }
      const until = Math.min(end, at + budget);
      batch.run(tokens, origin, at, until);
      budget -= until - at;
      at = until;
    }
    batch.end(end - origin);
  }
  return batch.finish();
}

export const jsEngine: BatchEngine = { name: 'js', parse, parseAsync, runs: runDecoder };
