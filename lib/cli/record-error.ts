/** Why a record gives no generation: it becomes a row of its own, never a stopped run. */
export type RecordErrorCode =
  | 'invalid_json'
  | 'invalid_ids'
  | 'no_generation'
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
