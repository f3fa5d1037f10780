/** Where the vocabulary comes from: set by the entry point (Node reads the bundled file), or by `loadVocabulary`. */
import { HarmonyError, openVocabulary, type Vocabulary } from '../wire/index.ts';

let loaded: Vocabulary | undefined;
let source: (() => Uint8Array) | undefined;

/** The vocabulary, opened at the first need. @throws HarmonyError `ERR_HARMONY_VOCABULARY_NOT_LOADED` */
export function vocabulary(): Vocabulary {
  if (loaded === undefined) {
    if (source === undefined) {
      throw new HarmonyError(
        'ERR_HARMONY_VOCABULARY_NOT_LOADED',
        'parsing token ids needs the vocabulary here: await loadVocabulary(source) first (parsing text does not)',
      );
    }
    loaded = openVocabulary(source());
  }
  return loaded;
}

/** Says how the vocabulary file is read synchronously at first need. */
export function setVocabularySource(read: () => Uint8Array): void {
  source = read;
}

/** Uses these bytes from now on. @throws HarmonyError `ERR_HARMONY_INVALID_VOCABULARY` */
export function setVocabulary(file: Uint8Array): void {
  loaded = openVocabulary(file);
}
