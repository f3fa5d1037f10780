/** Many sequences of token ids at once. */
import {
  type AsyncBatchOptions,
  type BatchOptions,
  type BatchRequest,
  checkInput,
  resolveBatchOptions,
} from './batch-options.ts';
import { engineFor } from './choice.ts';
import type { Columns } from './columns.ts';
import type { BatchEngine, BatchJob } from './engine.ts';
import { keepTokens } from './kept-tokens.ts';
import { TokenBatch } from './token-batch.ts';

/**
 * Parses the sequences `tokens[offsets[i], offsets[i + 1])`. The ids are read in place and not kept; strings are made
 * when asked for.
 * @throws TypeError `ERR_HARMONY_INVALID_ARGUMENT`, `ERR_HARMONY_UNKNOWN_OPTION`; HarmonyBatchTooLargeError
 * `ERR_HARMONY_BATCH_TOO_LARGE`; HarmonyError `ERR_HARMONY_NATIVE_UNAVAILABLE`, `ERR_HARMONY_VOCABULARY_NOT_LOADED`
 * @example
 * const batch = parseTokenBatch(Uint32Array.from([...first, ...second]), Uint32Array.of(0, first.length, first.length + second.length));
 * for (const messages of batch) console.log(messages.at(-1)?.content);
 */
export function parseTokenBatch(
  tokens: Uint32Array | Int32Array,
  offsets: Uint32Array,
  options?: BatchOptions,
): TokenBatch {
  const request = resolveBatchOptions(options, 'parseTokenBatch', false);
  const input = checkInput(tokens, offsets, 'parseTokenBatch');
  const engine = engineFor(request.engine);
  const job = jobOf(input, request, engine);
  return batchOf(engine.parse(job), job, request, engine);
}

/**
 * {@link parseTokenBatch} without blocking: the native engine works on threads of its own, the js engine in slices of
 * the event loop. The ids must not change until the promise settles. Rejects with what `parseTokenBatch` throws, and
 * with the signal's reason.
 */
export async function parseTokenBatchAsync(
  tokens: Uint32Array | Int32Array,
  offsets: Uint32Array,
  options?: AsyncBatchOptions,
): Promise<TokenBatch> {
  const request = resolveBatchOptions(options, 'parseTokenBatchAsync', true);
  const { threads, signal } = request;
  const input = checkInput(tokens, offsets, 'parseTokenBatchAsync');
  const engine = engineFor(request.engine);
  signal?.throwIfAborted();
  const job = { ...jobOf(input, request, engine), threads, signal };
  return batchOf(await engine.parseAsync(job), job, request, engine);
}

function jobOf(input: Pick<BatchJob, 'tokens' | 'offsets'>, request: BatchRequest, engine: BatchEngine): BatchJob {
  const { options } = request;
  return {
    ...input,
    given: options.role !== null,
    maxHeaderBytes: options.maxHeaderBytes,
    into: request.into?.giveMemory(engine.name),
  };
}

function batchOf(columns: Columns, job: BatchJob, request: BatchRequest, engine: BatchEngine): TokenBatch {
  const { options, into } = request;
  const kept = keepTokens(columns, job.tokens, job.offsets, options);
  const filling = { columns, engine: engine.name, options, kept };
  return into === undefined ? new TokenBatch(filling) : into.refill(filling);
}
