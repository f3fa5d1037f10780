/** Text to ids of o200k_harmony's ordinary tokens. */
export { encodePiece } from './encoder.ts';
