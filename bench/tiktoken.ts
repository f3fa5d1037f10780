/** `tiktoken` (npm, WASM) with the o200k_harmony specials: encoder of the corpus, rival for decoding and encoding. */
import { createRequire } from 'node:module';
import { Tiktoken } from 'tiktoken/lite';
import { LAST_TOKEN, ORDINARY_COUNT, specialName } from '../lib/wire/index.ts';

let loaded: Tiktoken | undefined;

export function loadTiktoken(): Tiktoken {
  if (loaded) return loaded;
  const base = createRequire(import.meta.url)('tiktoken/encoders/o200k_base.json') as {
    bpe_ranks: string;
    pat_str: string;
  };
  const specials: Record<string, number> = {};
  for (let id = ORDINARY_COUNT; id <= LAST_TOKEN; id++) specials[specialName(id)] = id;
  loaded = new Tiktoken(base.bpe_ranks, specials, base.pat_str);
  return loaded;
}

/** The text of ordinary tokens that are valid UTF-8 alone, in the order of their ids. */
export function* ordinaryTexts(encoder: Tiktoken): Generator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  for (let id = 0; id < ORDINARY_COUNT; id++) {
    try {
      yield decoder.decode(encoder.decode_single_token_bytes(id));
    } catch {
      // A part of a character: no word.
    }
  }
}
