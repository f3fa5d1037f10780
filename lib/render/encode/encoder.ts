/**
 * Ordinary text to ids: cut by the o200k pattern, each piece merged over the ranks of the `tiktoken` package.
 * The specials are not among the ranks, so no text can become one.
 */
import { HarmonyError } from '../../wire/index.ts';
import { PieceCache } from './cache.ts';
import { IdList } from './id-list.ts';
import { mergePiece } from './merge.ts';
import { pieceEnd } from './pieces.ts';
import type { Ranks } from './ranks.ts';
import { loadRanks } from './ranks.ts';
import { WordCache } from './word-cache.ts';

/** Bytes of UTF-8. Merging needs about 40 bytes of memory and 0.5 µs for each. */
const MAX_RUN_BYTES = 4 * 2 ** 20;
/** UTF-16 units; longer words hardly ever come twice. */
const LONGEST_KEPT_WORD = 64;
const KEPT_WORDS = 2 ** 16;
/** Holds about 2 million tokens of conversations. */
const CACHE_BYTES = 32 * 2 ** 20;

const texts = new PieceCache(CACHE_BYTES);
const words = new WordCache(KEPT_WORDS);
let ranks: Ranks | undefined;

/**
 * The ids of a text, which must be well-formed. Nothing merges across its ends. The result is shared: do not write to it.
 * Time is linear but for the logarithm of the longest piece, whatever the text is.
 *
 * @throws HarmonyError `ERR_HARMONY_CONTENT_TOO_LARGE` for a word, a run of signs or of white space beyond 4 MiB.
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
  ranks ??= loadRanks();
  const ids = new IdList(Math.ceil(text.length / 3));
  for (let start = 0, end = 0; start < text.length; start = end) {
    end = pieceEnd(text, start);
    encodeWord(text.slice(start, end), ranks, ids);
  }
  return ids.finish();
}

function encodeWord(word: string, table: Ranks, ids: IdList): void {
  const known = words.get(word);
  if (typeof known === 'number') {
    ids.push(known);
    return;
  }
  const merged = known ?? mergeWord(word, table);
  for (const id of merged) ids.push(id);
  if (known === undefined && word.length <= LONGEST_KEPT_WORD) {
    words.set(word, merged.length === 1 ? merged[0]! : merged);
  }
}

function mergeWord(word: string, table: Ranks): readonly number[] {
  if (word.length > MAX_RUN_BYTES) throw tooLong(word.length);
  if (isAscii(word)) return mergePiece(word, table);
  const bytes = Buffer.from(word, 'utf8');
  if (bytes.length > MAX_RUN_BYTES) throw tooLong(bytes.length);
  return mergePiece(bytes.toString('latin1'), table);
}

/** ASCII text is its own bytes. */
function isAscii(word: string): boolean {
  for (let i = 0; i < word.length; i++) if (word.charCodeAt(i) >= 0x80) return false;
  return true;
}

function tooLong(bytes: number): HarmonyError {
  return new HarmonyError(
    'ERR_HARMONY_CONTENT_TOO_LARGE',
    `a run of ${bytes} bytes without a break exceeds the ${MAX_RUN_BYTES} that can be encoded`,
  );
}
