/**
 * Ordinary text to ids: `tiktoken` for all but long pieces, which it needs quadratic time for; those are merged here.
 * The specials are not in the table at all, so no text can become one.
 */
import { createRequire } from 'node:module';
import type { Tiktoken } from 'tiktoken/lite';
import { HarmonyError } from '../../wire/index.ts';
import { PieceCache } from './cache.ts';
import type { Ranks } from './merge.ts';
import { mergePiece } from './merge.ts';
import { hasLongPiece, pieceEnd } from './pieces.ts';

/** UTF-16 units. Up to here tiktoken keeps its speed; docs/encoding.md has the figures. */
const LONG_PIECE = 256;
/** Bytes of UTF-8. Merging needs 40 bytes of memory for each. */
const MAX_RUN_BYTES = 4 * 2 ** 20;
/** Holds about 2 million tokens of conversations. */
const CACHE_BYTES = 32 * 2 ** 20;

const cache = new PieceCache(CACHE_BYTES);
const require = createRequire(import.meta.url);

interface RankSource {
  bpe_ranks: string;
  pat_str: string;
}

let encoder: Tiktoken | undefined;
let ranks: Ranks | undefined;

/**
 * The ids of a piece of well-formed text; nothing merges across its ends. The result is shared: do not write to it.
 *
 * @throws HarmonyError `ERR_HARMONY_CONTENT_TOO_LARGE` for a word, a run of signs or of white space beyond 4 MiB.
 */
export function encodePiece(text: string): Uint32Array {
  const known = cache.get(text);
  if (known !== undefined) return known;
  const ids = hasLongPiece(text, LONG_PIECE) ? encodeLong(text) : encodeShort(text);
  cache.set(text, ids);
  return ids;
}

/** Long pieces apart; the text between them is cut at the ends of pieces, which does not change how it splits. */
function encodeLong(text: string): Uint32Array {
  const parts: Uint32Array[] = [];
  let from = 0;
  for (let start = 0, end = 0; start < text.length; start = end) {
    end = pieceEnd(text, start);
    if (end - start <= LONG_PIECE) continue;
    if (start > from) parts.push(encodeShort(text.slice(from, start)));
    parts.push(encodeRun(text.slice(start, end)));
    from = end;
  }
  if (from < text.length) parts.push(encodeShort(text.slice(from)));
  return concatenate(parts);
}

function encodeRun(run: string): Uint32Array {
  const bytes = Buffer.from(run, 'utf8');
  if (bytes.length > MAX_RUN_BYTES) {
    throw new HarmonyError(
      'ERR_HARMONY_CONTENT_TOO_LARGE',
      `a run of ${bytes.length} bytes without a break exceeds the ${MAX_RUN_BYTES} that can be encoded`,
    );
  }
  return mergePiece(bytes.toString('latin1'), rankTable());
}

function encodeShort(text: string): Uint32Array {
  if (text === '') return new Uint32Array(0);
  try {
    return tiktoken().encode_ordinary(text);
  } catch (error) {
    // A panic leaves the WASM instance unusable: the next text gets a new one.
    encoder = undefined;
    throw new HarmonyError('ERR_HARMONY_RENDER', 'the encoder failed on a text', { cause: error });
  }
}

function tiktoken(): Tiktoken {
  if (encoder === undefined) {
    const { Tiktoken: Encoder } = require('tiktoken/lite') as { Tiktoken: typeof Tiktoken };
    const source = rankSource();
    encoder = new Encoder(source.bpe_ranks, {}, source.pat_str);
  }
  return encoder;
}

function rankSource(): RankSource {
  return require('tiktoken/encoders/o200k_base.json') as RankSource;
}

/** Made when the first long piece comes: 200,000 entries, some 20 MB. Lines are `! FIRST_RANK TOKEN TOKEN …` in base64. */
function rankTable(): Ranks {
  if (ranks !== undefined) return ranks;
  const table = new Map<string, number>();
  for (const line of rankSource().bpe_ranks.split('\n')) {
    const [, first, ...tokens] = line.split(' ');
    tokens.forEach((token, i) => {
      table.set(Buffer.from(token, 'base64').toString('latin1'), Number(first) + i);
    });
  }
  ranks = table;
  return table;
}

function concatenate(parts: readonly Uint32Array[]): Uint32Array {
  const whole = new Uint32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
