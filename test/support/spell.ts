/** Ids as the text a server would log with special tokens kept. */

import { readFileSync } from 'node:fs';
import { kindOf, LAST_TOKEN, ORDINARY_COUNT, openVocabulary, SPELLING } from '../../lib/wire/index.ts';

export const vocabulary = openVocabulary(readFileSync(new URL('../../dist/o200k_harmony.bin', import.meta.url)));

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Ordinary ids decoded run by run, special tokens by name, unknown ids as U+FFFD. */
export function spell(tokens: readonly number[]): string {
  let text = '';
  let run: number[] = [];
  const flush = () => {
    if (run.length === 0) return;
    text += decoder.decode(Uint8Array.from(run));
    run = [];
  };
  for (const id of tokens) {
    if (id >= 0 && id < ORDINARY_COUNT) {
      run.push(...vocabulary.bytes(id));
      continue;
    }
    flush();
    text += SPELLING[kindOf(id)] ?? (id >= 0 && id <= LAST_TOKEN ? decoder.decode(vocabulary.bytes(id)) : '\ufffd');
  }
  flush();
  return text;
}

/** How many markers the ids hold as tokens. */
export function markerTokens(tokens: readonly number[]): number {
  return tokens.filter((id) => SPELLING[kindOf(id)] !== undefined).length;
}

const MARKERS = /<\|(?:start|channel|constrain|message|end|return|call|endoftext)\|>/g;

export function markersSpelled(text: string): number {
  return text.match(MARKERS)?.length ?? 0;
}

export function withoutMarkers(text: string): string {
  return text.replaceAll(MARKERS, '');
}
