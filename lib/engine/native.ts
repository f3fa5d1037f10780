/**
 * The native engine: loads the add-on and drives it. The only file that knows the names and numbers of
 * `native/addon.cc`; errors are made here from its numbers, so that both engines throw the same ones.
 */
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { vocabulary } from '../parse/index.ts';
import { HarmonyError, HarmonyTypeError, type Vocabulary } from '../wire/index.ts';
import type { Columns } from './columns.ts';
import { setNativeDecoder } from './decode.ts';
import type { AsyncJob, BatchEngine, BatchJob } from './engine.ts';
import { whole } from './grow.ts';
import { HarmonyBatchTooLargeError, maybeTooLarge, measureBatch } from './measure.ts';
import { slotsOf } from './slots.ts';
import { gone, nextTurn } from './turns.ts';

/** Goes up with kInterface of `native/addon.cc`: an add-on of another version is refused. */
const INTERFACE = 2;

/** Numbers of `native/core/status.h`. */
const Status = {
  Ok: 0,
  Full: 1,
  Changed: 2,
  InvalidOffsets: 3,
  TooLarge: 4,
  OutOfMemory: 5,
  Cancelled: 6,
  InvalidVocabulary: 7,
} as const;

type ColumnList = readonly (Uint8Array | Uint32Array)[];

/** A batch of the add-on. Every call but `start` works at once; arrays are read and written in place. */
interface NativeBatch {
  plan(
    tokens: Uint32Array,
    offsets: Uint32Array,
    given: boolean,
    maxHeaderBytes: number,
    background: boolean,
    scalar: boolean,
    blockTokens: number,
  ): number;
  write(tokens: Uint32Array, offsets: Uint32Array, columns: ColumnList): number;
  measure(tokens: Uint32Array, offsets: Uint32Array, fromBlock: number, untilBlock: number, threads: number): number;
  addUp(): number;
  fill(
    tokens: Uint32Array,
    offsets: Uint32Array,
    columns: ColumnList,
    fromBlock: number,
    untilBlock: number,
    threads: number,
  ): number;
  finish(columns: ColumnList): number;
  start(tokens: Uint32Array, offsets: Uint32Array, columns: ColumnList | null, threads: number): Promise<number>;
  cancel(): void;
  totals(numbers: Float64Array): void;
  copyHeaders(headerOffset: Uint32Array, headerBytes: Uint8Array): number;
  release(): void;
}

interface NativeBinding {
  readonly interface: number;
  /** Which 16-byte registers its loops use: `sse2`, `neon` or `scalar`. */
  readonly lane: string;
  readonly Batch: new () => NativeBatch;
  setVocabulary(file: Uint8Array): number;
  decode(bytes: Uint8Array, from: number, until: number): string | undefined;
}

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
  /** Blocks that a thread works off between two turns of the event loop: about 2 ms. */
  blocksPerTurn: number;
}

const TUNING: Tuning = { scalar: false, directTokens: 1 << 20, blockTokens: 1 << 16, blocksPerTurn: 24 };

/** In the order of `columns_of` in the add-on. */
const COLUMN_ORDER = [
  'sequenceRow',
  'sequenceMark',
  'sequenceLength',
  'rowForm',
  'rowFlags',
  'rowEnd',
  'rowHeader',
  'rowContent',
  'rowStart',
  'rowBody',
  'rowClose',
  'markToken',
  'markId',
  'markOffset',
  'content',
] as const satisfies readonly (keyof Columns)[];
type ColumnName = (typeof COLUMN_ORDER)[number];

interface Size {
  sequences: number;
  rows: number;
  marks: number;
  content: number;
}

class NativeEngine implements BatchEngine {
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
    if (job.into !== undefined || tokenCount(job) <= this.tuning.directTokens) {
      const columns = allocate(guess(job), job.into);
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

// 3.8 bytes and a hundredth of a row are usual; what does not fit is measured.
function guess(job: BatchJob): Size {
  const tokens = tokenCount(job);
  const sequences = job.offsets.length - 1;
  return { sequences, rows: (tokens >> 5) + 4 * sequences + 16, marks: (tokens >> 8) + 64, content: tokens * 5 + 256 };
}

const LENGTHS: Readonly<Record<ColumnName, (size: Size) => number>> = {
  sequenceRow: (size) => size.sequences + 1,
  sequenceMark: (size) => size.sequences + 1,
  sequenceLength: (size) => size.sequences,
  rowForm: (size) => size.rows,
  rowFlags: (size) => size.rows,
  rowEnd: (size) => size.rows,
  rowHeader: (size) => size.rows,
  rowContent: (size) => size.rows + 1,
  rowStart: (size) => size.rows,
  rowBody: (size) => size.rows,
  rowClose: (size) => size.rows,
  markToken: (size) => size.marks,
  markId: (size) => size.marks,
  markOffset: (size) => size.marks,
  content: (size) => size.content,
};
const BYTE_COLUMNS: ReadonlySet<ColumnName> = new Set<ColumnName>(['rowForm', 'rowFlags', 'rowEnd', 'content']);

function allocate(size: Size, into: Columns | undefined): ColumnList {
  return COLUMN_ORDER.map((name) => {
    const length = LENGTHS[name](size);
    const known = into === undefined ? undefined : whole(into[name]);
    if (known !== undefined && known.length >= length) return known;
    return BYTE_COLUMNS.has(name) ? new Uint8Array(length) : new Uint32Array(length);
  });
}

interface Totals extends Omit<Size, 'sequences'> {
  headers: number;
  headerBytes: number;
  blocks: number;
}

const numbers = new Float64Array(6);

function totals(batch: NativeBatch): Totals {
  batch.totals(numbers);
  const [rows = 0, marks = 0, content = 0, headers = 0, headerBytes = 0, blocks = 0] = numbers;
  return { rows, marks, content, headers, headerBytes, blocks };
}

/** The columns as views of the lengths that the contract says, and the headers. */
function collect(batch: NativeBatch, job: BatchJob, filled: ColumnList): Columns {
  const { rows, marks, content, headers, headerBytes } = totals(batch);
  const sequences = job.offsets.length - 1;
  const size = { sequences, rows, marks, content };
  const views = COLUMN_ORDER.map((name, i) => [name, filled[i]!.subarray(0, LENGTHS[name](size))]);
  const table = { headerOffset: new Uint32Array(headers + 1), headerBytes: new Uint8Array(headerBytes) };
  check(batch.copyHeaders(table.headerOffset, table.headerBytes));
  return {
    sequences,
    rows,
    marks,
    headers,
    ...(Object.fromEntries(views) as Pick<Columns, ColumnName>),
    ...table,
  };
}

/** True if a pass went well, false if the ids changed under it. */
function passed(status: number): boolean {
  if (status === Status.Changed) return false;
  check(status);
  return true;
}

function check(status: number): undefined {
  return status === Status.Ok ? undefined : fail(status);
}

function fail(status: number): never {
  switch (status) {
    case Status.InvalidOffsets:
      throw gone();
    case Status.TooLarge:
      throw new HarmonyBatchTooLargeError(0);
    case Status.InvalidVocabulary:
      throw new HarmonyError('ERR_HARMONY_INVALID_VOCABULARY', 'the memory of the vocabulary file was taken away');
    case Status.OutOfMemory:
      throw new RangeError('harmony-wire: out of memory');
    case Status.Changed:
      throw new HarmonyTypeError('ERR_HARMONY_INVALID_ARGUMENT', 'the memory of tokens changed while it was read');
    default:
      throw new Error(`harmony-wire: the native engine reported ${status}`);
  }
}

const require = createRequire(import.meta.url);
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Loads the add-on: the one that was built here, or the one for this platform under `prebuilds/`.
 * `HARMONY_WIRE_SCALAR=1` forces its plain loops.
 * @throws Error why it does not load
 */
export function loadNative(tuning?: Partial<Tuning>): BatchEngine {
  const load = require('node-gyp-build') as (folder: string) => NativeBinding;
  const binding = load(ROOT);
  if (binding.interface !== INTERFACE) {
    throw new Error(`the add-on has interface ${binding.interface}, this package needs ${INTERFACE}: build it anew`);
  }
  setNativeDecoder((bytes, from, until) => binding.decode(bytes, from, until));
  return new NativeEngine(binding, { ...TUNING, scalar: process.env.HARMONY_WIRE_SCALAR === '1', ...tuning });
}
