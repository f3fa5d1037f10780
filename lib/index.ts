/**
 * harmony-wire: the wire format of OpenAI's gpt-oss models (Harmony), parsed in Node.
 * @packageDocumentation
 */
import { readFileSync } from 'node:fs';
import { setVocabularySource } from './parse/index.ts';

setVocabularySource(() => readFileSync(new URL('../dist/o200k_harmony.bin', import.meta.url)));

export * from './fallback/index.ts';
