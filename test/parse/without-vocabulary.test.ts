import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { loadVocabulary, parseText, parseTokens, toChat } from '../../lib/fallback/index.ts';

// Report B185: vocabularies that are downloaded at start fail offline. Text needs none; ids ask for it.
test('B185: text is parsed without any vocabulary', () => {
  const result = parseText('<|channel|>final<|message|>Hi.<|return|>');
  expect(toChat(result).content).toBe('Hi.');
  expect(() => parseTokens([200008])).toThrow(expect.objectContaining({ code: 'ERR_HARMONY_VOCABULARY_NOT_LOADED' }));
});

test('the bytes of a vocabulary are copied: what the caller does with them later changes nothing', async () => {
  const file = readFileSync(new URL('../../dist/o200k_harmony.bin', import.meta.url));
  await loadVocabulary(file);
  file.fill(0);
  expect(parseTokens([200005, 17196, 200008, 13225, 200002]).messages[0]?.content).toBe('Hello');
});
