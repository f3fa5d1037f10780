/**
 * Ordinary text to ids: cut by the o200k pattern, each piece merged over the ranks. The specials are not among the
 * ranks, so no text can become one. The add-on does it where it loads, TypeScript elsewhere: the ids are the same.
 */
import { describe, HarmonyError, HarmonyTypeError } from '../../wire/index.ts';
import { PieceCache } from './cache.ts';
import { encodeInScript } from './js.ts';
import { nativeEncoder } from './native.ts';

/** Holds about 2 million tokens of conversations. */
const CACHE_BYTES = 32 * 2 ** 20;

type Encode = (text: string) => Uint32Array;

const texts = new PieceCache(CACHE_BYTES);
let chosen: Encode | undefined;

/**
 * The ids of a text, which must be well-formed. Nothing merges across its ends. The result is shared: do not write to it.
 * Time is linear but for the logarithm of the longest piece, whatever the text is.
 *
 * @throws HarmonyError `ERR_HARMONY_CONTENT_TOO_LARGE` for a word, a run of signs or of white space beyond 4 MiB;
 * `ERR_HARMONY_NATIVE_UNAVAILABLE` if `HARMONY_WIRE_ENGINE=native` and the add-on did not load.
 */
export function encodePiece(text: string): Uint32Array {
  const known = texts.get(text);
  if (known !== undefined) return known;
  const ids = encode(text);
  texts.set(text, ids);
  return ids;
}

/** The same without keeping the result. */
export function encode(text: string): Uint32Array {
  chosen ??= choose(process.env.HARMONY_WIRE_ENGINE);
  return chosen(text);
}

/** Which encoder works: as `HARMONY_WIRE_ENGINE` chooses the engine that parses. */
function choose(wanted: string | undefined): Encode {
  if (wanted === 'js') return encodeInScript;
  if (wanted !== undefined && wanted !== '' && wanted !== 'native') {
    throw new HarmonyTypeError(
      'ERR_HARMONY_INVALID_ARGUMENT',
      `HARMONY_WIRE_ENGINE must be native or js, not ${describe(wanted)}`,
    );
  }
  try {
    return nativeEncoder();
  } catch (error) {
    if (wanted !== 'native') return encodeInScript;
    const reason = error instanceof Error ? error.message : String(error);
    throw new HarmonyError('ERR_HARMONY_NATIVE_UNAVAILABLE', `the native encoder did not load: ${reason}`, {
      cause: error,
    });
  }
}
