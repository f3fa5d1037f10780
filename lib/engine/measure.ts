/** How many bytes a batch may need, before any work is done. 0.6 ns a token. */
import { HarmonyError, LAST_TOKEN } from '../wire/index.ts';
import type { BatchJob } from './engine.ts';
import { UNKNOWN_TEXT } from './slots.ts';

/** Offsets are 32-bit. */
const MOST_BYTES = 0xffffffff;
/** Bytes of the longest token. */
const LONGEST_TOKEN = 128;

/** A batch has more bytes of text than 32-bit offsets can tell: parse the sequences that fit, then the rest. */
export class HarmonyBatchTooLargeError extends HarmonyError {
  /** How many sequences, from the first, fit into one batch. */
  readonly sequencesThatFit: number;

  constructor(sequencesThatFit: number) {
    super(
      'ERR_HARMONY_BATCH_TOO_LARGE',
      `the batch holds more than ${MOST_BYTES} bytes of text; its first ${sequencesThatFit} sequences fit`,
    );
    this.sequencesThatFit = sequencesThatFit;
  }
}

/** Whether the bytes must be counted to know that they fit. */
export function maybeTooLarge({ offsets }: BatchJob): boolean {
  return (offsets[offsets.length - 1]! - offsets[0]!) * LONGEST_TOKEN > MOST_BYTES;
}

/**
 * Bytes of all text of the batch, headers included: at least as many as its content.
 * @throws HarmonyBatchTooLargeError `ERR_HARMONY_BATCH_TOO_LARGE`
 */
export function measureBatch({ tokens, offsets }: BatchJob, lengths: Uint8Array): number {
  let total = 0;
  const sequences = offsets.length - 1;
  for (let i = 0; i < sequences; i++) {
    total += measureTokens(tokens, offsets[i]!, offsets[i + 1]!, lengths);
    if (total > MOST_BYTES) throw new HarmonyBatchTooLargeError(i);
  }
  return total;
}

function measureTokens(tokens: Uint32Array, from: number, until: number, lengths: Uint8Array): number {
  let bytes = 0;
  for (let i = from; i < until; i++) {
    const id = tokens[i]!;
    bytes += id <= LAST_TOKEN ? lengths[id]! : UNKNOWN_TEXT.length;
  }
  return bytes;
}
