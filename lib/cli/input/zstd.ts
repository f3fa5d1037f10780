/** Zstandard, decoded as it comes: any number of frames, skippable ones too. Node 20 has no decoder of its own. */
import { Decompress } from 'fzstd';

/**
 * Compressed bytes given to the decoder at a time. A block of at most 128 KiB can be 4 bytes long, and the decoder
 * calls itself once a frame: 1 KiB keeps both the output held (32 MiB at worst) and its stack small.
 */
const PIECE_BYTES = 1024;

export async function* unzstd(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = [];
  const decoder = new Decompress((bytes) => {
    if (bytes.length > 0) ready.push(bytes);
  });
  for await (const chunk of source) {
    for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
      decoder.push(chunk.subarray(at, at + PIECE_BYTES));
      if (ready.length > 0) {
        yield* ready;
        ready = [];
      }
    }
  }
  decoder.push(new Uint8Array(0), true);
  yield* ready;
}
