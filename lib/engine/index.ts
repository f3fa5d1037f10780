/** Batches of token ids: columns, messages, the choice of the engine. The native engine's own door is `native.ts`. */
export { parseTokenBatch, parseTokenBatchAsync } from './batch.ts';
export type { AsyncBatchOptions, BatchOptions } from './batch-options.ts';
export { type EngineName, offerNative, runsOf } from './choice.ts';
export { type Columns, HEADER_CHANNEL, HEADER_CONSTRAIN, RowFlag, RowForm } from './columns.ts';
export { HarmonyBatchTooLargeError } from './measure.ts';
export { TokenBatch } from './token-batch.ts';
