import { expect, test } from 'vitest';
import { parseText, parseTokens, toChat } from '../../lib/fallback/index.ts';

// Report B185: vocabularies that are downloaded at start fail offline. Text needs none; ids ask for it.
test('B185: text is parsed without any vocabulary', () => {
  const result = parseText('<|channel|>final<|message|>Hi.<|return|>');
  expect(toChat(result).content).toBe('Hi.');
  expect(() => parseTokens([200008])).toThrow(expect.objectContaining({ code: 'ERR_HARMONY_VOCABULARY_NOT_LOADED' }));
});
