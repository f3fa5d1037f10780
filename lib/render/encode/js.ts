/** Text to ids in TypeScript: the same ids as the native encoder (`native/core/encoder.cc`), and the same limits. */
import { bundledVocabulary } from '../../addon/index.ts';
import { openVocabulary } from '../../wire/index.ts';
import { IdList } from './id-list.ts';
import { mergePiece } from './merge.ts';
import { pieceEnd } from './pieces.ts';
import type { Ranks } from './ranks.ts';
import { ranksOf } from './ranks.ts';
import { MAX_PIECE_BYTES, pieceTooLong } from './too-long.ts';
import { WordCache } from './word-cache.ts';

/** UTF-16 units; longer words hardly ever come twice. */
const LONGEST_KEPT_WORD = 64;
const KEPT_WORDS = 2 ** 16;
const words = new WordCache(KEPT_WORDS);
let ranks: Ranks | undefined;

/** The encoder in TypeScript. Time is linear but for the logarithm of the longest piece, whatever the text is. */
export function encodeInScript(text: string): Uint32Array {
  ranks ??= ranksOf(openVocabulary(bundledVocabulary()));
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
  if (word.length > MAX_PIECE_BYTES) throw pieceTooLong(Buffer.byteLength(word));
  if (isAscii(word)) return mergePiece(word, table);
  const bytes = Buffer.from(word, 'utf8');
  if (bytes.length > MAX_PIECE_BYTES) throw pieceTooLong(bytes.length);
  return mergePiece(bytes.toString('latin1'), table);
}

/** ASCII text is its own bytes. */
function isAscii(word: string): boolean {
  for (let i = 0; i < word.length; i++) if (word.charCodeAt(i) >= 0x80) return false;
  return true;
}
