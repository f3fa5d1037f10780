/** The engines that tests run over. A missing native engine fails where it is required, and is not tested elsewhere. */
import { readFileSync } from 'node:fs';
import { type EngineName, parseTokenBatch } from '../../lib/engine/index.ts';
import { setVocabularySource } from '../../lib/parse/index.ts';

setVocabularySource(() => readFileSync(new URL('../../dist/o200k_harmony.bin', import.meta.url)));

export const engines: readonly EngineName[] = ['js'];

export { parseTokenBatch };
