/**
 * The names and numbers of `native/addon.cc`: nothing else knows them. Errors are made here from its numbers, so that
 * both engines throw the same ones.
 */
import { HarmonyError, HarmonyTypeError } from '../wire/index.ts';
import { HarmonyBatchTooLargeError } from './measure.ts';
import { gone } from './turns.ts';

/** Numbers of `native/core/status.h`. */
export const Status = {
  Ok: 0,
  Full: 1,
  Changed: 2,
  InvalidOffsets: 3,
  TooLarge: 4,
  OutOfMemory: 5,
  Cancelled: 6,
  InvalidVocabulary: 7,
  Misuse: 8,
} as const;

export type ColumnList = readonly (Uint8Array | Uint32Array)[];

/** A batch of the add-on. Every call but `start` works at once; arrays are read and written in place. */
export interface NativeBatch {
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

export interface NativeBinding {
  readonly interface: number;
  /** Which 16-byte registers its loops use: `sse2`, `neon` or `scalar`. */
  readonly lane: string;
  readonly Batch: new () => NativeBatch;
  setVocabulary(file: Uint8Array): number;
  decode(bytes: Uint8Array, from: number, until: number): string | undefined;
  /** The text of ordinary tokens from `from` on, whole characters only; `taken[0]` becomes how many it holds. */
  decodeRun(tokens: Uint32Array | Int32Array, from: number, until: number, taken: Uint32Array): string | undefined;
}

/** True if a pass went well, false if the ids changed under it. */
export function passed(status: number): boolean {
  if (status === Status.Changed) return false;
  check(status);
  return true;
}

export function check(status: number): undefined {
  return status === Status.Ok ? undefined : fail(status);
}

export function fail(status: number): never {
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
    case Status.Misuse:
      throw new HarmonyTypeError('ERR_HARMONY_INVALID_ARGUMENT', 'the memory of `into` was taken away meanwhile');
    default:
      throw new Error(`harmony-wire: the native engine reported ${status}`);
  }
}
