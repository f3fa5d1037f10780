/** What an engine does: token ids in, columns out. */
import type { RunSource } from '../parse/index.ts';
import type { Columns } from './columns.ts';

/** A batch whose arguments were checked. */
export interface BatchJob {
  /** The caller's memory, read in place. */
  readonly tokens: Uint32Array;
  /** One more than sequences; ascending, within `tokens`. */
  readonly offsets: Uint32Array;
  /** A role was given: every sequence begins inside a header. */
  readonly given: boolean;
  readonly maxHeaderBytes: number;
  /** Columns of the same engine whose memory may be used again. */
  readonly into: Columns | undefined;
}

export interface AsyncJob extends BatchJob {
  readonly threads: number;
  readonly signal: AbortSignal | undefined;
}

export interface BatchEngine {
  readonly name: 'native' | 'js';
  parse(job: BatchJob): Columns;
  /** Rejects with the reason of the signal once that is aborted. */
  parseAsync(job: AsyncJob): Promise<Columns>;
  /** What makes strings of a stream's ids, for parsers. */
  runs(): RunSource;
}
