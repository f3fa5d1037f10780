import { HarmonyError } from '../wire/index.ts';

/** Why a record gives no generation: it becomes a row of its own, never a stopped run. */
export type RecordErrorCode =
  | 'invalid_json'
  | 'invalid_ids'
  | 'no_generation'
  | 'no_conversation'
  | 'no_text'
  | 'no_ids'
  | 'unknown_token'
  | 'field_not_found'
  | 'failed_request'
  | 'record_too_large'
  | 'stream_chunk'
  | 'stream_incomplete'
  | 'unsupported_encoding'
  | 'unreadable';

export class RecordError extends Error {
  readonly code: RecordErrorCode;

  constructor(code: RecordErrorCode, message: string) {
    super(message);
    this.name = 'RecordError';
    this.code = code;
  }
}

/** An error of one record as a row tells it: with a code. */
export function recordError(error: unknown): Error & { code: string } {
  if (error instanceof RecordError || HarmonyError.isInstance(error)) return error;
  // V8's words are "Maximum call stack size exceeded".
  if (error instanceof RangeError && error.message.includes('call stack')) {
    return new RecordError('unreadable', 'the record is nested too deeply');
  }
  // One whose text is beyond V8's longest string ends here.
  return new RecordError('unreadable', error instanceof Error ? error.message : String(error));
}
