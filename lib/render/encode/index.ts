/** Text to ids of o200k_harmony's ordinary tokens. */
export { encode, encodePiece } from './encoder.ts';
export { IdList } from './id-list.ts';
export { encodeInScript } from './js.ts';
export { nativeEncoder } from './native.ts';
