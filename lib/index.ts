/**
 * harmony-wire: the wire format of OpenAI's gpt-oss models (Harmony), parsed in Node.
 * @packageDocumentation
 */
import { bundledVocabulary } from './addon/index.ts';
import { type EngineName, offerNative } from './engine/index.ts';
import { loadNative } from './engine/native.ts';
import { setVocabularySource } from './parse/index.ts';

setVocabularySource(bundledVocabulary);

const choice = offerNative(loadNative, process.env.HARMONY_WIRE_ENGINE);

/**
 * The engine that parses batches unless `options.engine` says otherwise. `HARMONY_WIRE_ENGINE=native` or `js` forces
 * one; `native` then throws `ERR_HARMONY_NATIVE_UNAVAILABLE` at the first use where it did not load.
 */
export const engine: EngineName = choice.engine;

/** Why the native engine did not load; undefined if it did, or was not tried. */
export const nativeLoadError: Error | undefined = choice.nativeLoadError;

export * from './fallback/index.ts';
