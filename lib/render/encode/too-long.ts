/** The limit that both encoders keep. */
import { HarmonyError } from '../../wire/index.ts';

/** Bytes of UTF-8, as in `native/core/encoder.h`. Merging needs about 40 bytes of memory and 0.5 µs for each. */
export const MAX_PIECE_BYTES = 4 * 2 ** 20;

export function pieceTooLong(bytes: number): HarmonyError {
  return new HarmonyError(
    'ERR_HARMONY_CONTENT_TOO_LARGE',
    `a run of ${bytes} bytes without a break exceeds the ${MAX_PIECE_BYTES} that can be encoded`,
  );
}
