/** The native engine: which passes over the ids are made, by how many threads, into which memory. */
import { type RunSource, vocabulary } from '../parse/index.ts';
import type { Vocabulary } from '../wire/index.ts';
import type { Columns } from './columns.ts';
import type { AsyncJob, BatchEngine, BatchJob } from './engine.ts';
import { whole } from './grow.ts';
import { maybeTooLarge, measureBatch } from './measure.ts';
import {
  type ColumnList,
  check,
  fail,
  type NativeBatch,
  type NativeBinding,
  passed,
  Status,
} from './native-binding.ts';
import { allocate, collect, type Size, totals } from './native-columns.ts';
import { NativeRuns } from './native-runs.ts';
import { runDecoder } from './run-decoder.ts';
import { slotsOf } from './slots.ts';
import { gone, nextTurn } from './turns.ts';

/** What tests set, to reach every path with small inputs. */
export interface Tuning {
  /** Forces the plain loops. */
  scalar: boolean;
  /**
   * Up to here one pass into guessed columns; above it a counting pass comes first (0.4 ns a token), so that no memory
   * is asked for that the result does not need.
   */
  directTokens: number;
  /** Tokens of a block, the unit that threads share out. */
  blockTokens: number;
  /** Blocks that a thread works off between two turns of the event loop: 2 to 3 ms. */
  blocksPerTurn: number;
}

export const TUNING: Tuning = { scalar: false, directTokens: 1 << 20, blockTokens: 1 << 16, blocksPerTurn: 48 };

/** Drives the add-on. */
export class NativeEngine implements BatchEngine {
  readonly name = 'native';
  private readonly binding: NativeBinding;
  private readonly tuning: Tuning;
  /** For parses that are over before anything else can begin. */
  private readonly batch: NativeBatch;
  private bound: Vocabulary | undefined;

  constructor(binding: NativeBinding, tuning: Tuning) {
    this.binding = binding;
    this.tuning = tuning;
    this.batch = new binding.Batch();
  }

  parse(job: BatchJob): Columns {
    const { batch } = this;
    try {
      return this.parseWith(batch, job) ?? this.parseWith(batch, copied(job)) ?? fail(Status.Changed);
    } finally {
      batch.release();
    }
  }

  /** Undefined if the ids changed meanwhile. */
  private parseWith(batch: NativeBatch, job: BatchJob): Columns | undefined {
    this.plan(batch, job, false);
    const { tokens, offsets } = job;
    for (const size of this.guesses(job)) {
      const columns = allocate(size, job.into);
      const status = batch.write(tokens, offsets, columns);
      if (status === Status.Ok) return collect(batch, job, columns);
      if (status !== Status.Full) return check(status);
    }
    const { blocks } = totals(batch);
    if (!passed(batch.measure(tokens, offsets, 0, blocks, 1))) return undefined;
    const columns = this.allocateExactly(batch, job);
    if (!passed(batch.fill(tokens, offsets, columns, 0, blocks, 1))) return undefined;
    return passed(batch.finish(columns)) ? collect(batch, job, columns) : undefined;
  }

  // Sizes that may be enough, to be tried in one pass before anything is counted.
  private *guesses(job: BatchJob): Generator<Size> {
    const tokens = tokenCount(job);
    const sequences = job.offsets.length - 1;
    // What `into` has, if that is not far too little: tokens have 3.8 bytes.
    if (job.into !== undefined && whole(job.into.content).length >= 2 * tokens) {
      yield { sequences, rows: 0, marks: 0, content: 0 };
    }
    if (tokens > this.tuning.directTokens) return;
    yield { sequences, rows: (tokens >> 5) + 4 * sequences + 16, marks: (tokens >> 8) + 64, content: tokens * 5 + 256 };
  }

  async parseAsync(job: AsyncJob): Promise<Columns> {
    const batch = new this.binding.Batch();
    try {
      // Only shared memory cannot be taken away while threads read it.
      const shared = typeof SharedArrayBuffer === 'function' && job.tokens.buffer instanceof SharedArrayBuffer;
      const parse = (given: AsyncJob) => (shared ? this.inBackground(batch, given) : this.inTurns(batch, given));
      return (
        (await parse(job)) ?? (await this.inTurns(batch, { ...copied(job), ...controls(job) })) ?? fail(Status.Changed)
      );
    } finally {
      batch.release();
    }
  }

  private async inTurns(batch: NativeBatch, job: AsyncJob): Promise<Columns | undefined> {
    const { tokens, offsets, threads, signal } = job;
    this.plan(batch, job, false);
    const { blocks } = totals(batch);
    const size = tokens.length;
    const step = threads * this.tuning.blocksPerTurn;
    const pass = async (run: (from: number, until: number) => number): Promise<boolean> => {
      for (let from = 0; from < blocks; from += step) {
        await nextTurn();
        signal?.throwIfAborted();
        if (tokens.length !== size) throw gone();
        if (!passed(run(from, Math.min(blocks, from + step)))) return false;
      }
      return true;
    };
    if (!(await pass((from, until) => batch.measure(tokens, offsets, from, until, threads)))) return undefined;
    const columns = this.allocateExactly(batch, job);
    if (!(await pass((from, until) => batch.fill(tokens, offsets, columns, from, until, threads)))) return undefined;
    return passed(batch.finish(columns)) ? collect(batch, job, columns) : undefined;
  }

  // The memory of `into` is known to the caller, who could take it away: here it is not used.
  private async inBackground(batch: NativeBatch, job: AsyncJob): Promise<Columns | undefined> {
    const { tokens, offsets, threads, signal } = job;
    const cancel = () => batch.cancel();
    signal?.addEventListener('abort', cancel);
    const pass = async (columns: ColumnList | null): Promise<boolean> => {
      const status = await batch.start(tokens, offsets, columns, threads);
      signal?.throwIfAborted();
      return passed(status);
    };
    try {
      await nextTurn();
      signal?.throwIfAborted();
      this.plan(batch, job, true);
      if (!(await pass(null))) return undefined;
      const columns = this.allocateExactly(batch, { ...job, into: undefined });
      if (!(await pass(columns))) return undefined;
      return passed(batch.finish(columns)) ? collect(batch, job, columns) : undefined;
    } finally {
      signal?.removeEventListener('abort', cancel);
    }
  }

  private plan(batch: NativeBatch, job: BatchJob, background: boolean): void {
    this.bindVocabulary();
    // The js engine counts the same way, so that both refuse the same batches.
    if (maybeTooLarge(job)) measureBatch(job, slotsOf(vocabulary()).lengths);
    const { tokens, offsets, given, maxHeaderBytes } = job;
    const { scalar, blockTokens } = this.tuning;
    check(batch.plan(tokens, offsets, given, maxHeaderBytes, background, scalar, blockTokens));
  }

  runs(): RunSource {
    this.bindVocabulary();
    return new NativeRuns(this.binding, runDecoder());
  }

  private bindVocabulary(): void {
    const current = vocabulary();
    if (this.bound === current) return;
    check(this.binding.setVocabulary(current.file));
    this.bound = current;
  }

  private allocateExactly(batch: NativeBatch, job: BatchJob): ColumnList {
    check(batch.addUp());
    const { rows, marks, content } = totals(batch);
    return allocate({ sequences: job.offsets.length - 1, rows, marks, content }, job.into);
  }
}

const tokenCount = ({ offsets }: BatchJob): number => offsets[offsets.length - 1]! - offsets[0]!;
const copied = (job: BatchJob): BatchJob => ({ ...job, tokens: job.tokens.slice() });
const controls = ({ threads, signal }: AsyncJob) => ({ threads, signal });
