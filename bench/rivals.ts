/** The rivals as subjects. Each gets what suits it best; what it leaves out is said in its name. */
import { loadWasmHarmony } from '../test/support/wasm-harmony.ts';
import type { Corpus } from './corpus.ts';
import { firstIds } from './corpus.ts';
import type { Effort, Subject } from './paired.ts';
import { loadTiktoken } from './tiktoken.ts';

/**
 * Ids that npm WASM parses per run: it needs a second per million, and a run should last some 50 ms. Ours parse the
 * whole corpus; the slice lies better in the rival's caches, which errs in its favour.
 */
const WASM_IDS = 50_000;
const QUICK_IDS = 5_000;

export function slowSlice(corpus: Corpus, { quick }: Effort): Corpus {
  return firstIds(corpus, quick ? QUICK_IDS : WASM_IDS);
}

/** The work of a subject that handles all of `corpus` in one run. */
export function workOf(corpus: Corpus): { tokens: number; bytes: number } {
  return { tokens: corpus.ids.length, bytes: loadTiktoken().decode(corpus.ids).length };
}

/** Batch parse of each completion to its JSON text; `JSON.parse` only if `objects`. */
export async function wasmBatch(corpus: Corpus, { objects }: { objects: boolean }): Promise<Subject> {
  const { encoding } = await loadWasmHarmony();
  return {
    name: objects ? 'npm WASM batch parse + JSON.parse' : 'npm WASM batch parse',
    ...workOf(corpus),
    run() {
      let length = 0;
      for (let i = 0; i < corpus.sequences; i++) {
        const json = encoding.parseMessagesFromCompletionTokens(corpus.sequence(i), 'assistant');
        length += objects ? (JSON.parse(json) as unknown[]).length : json.length;
      }
      return length;
    },
  };
}

/** One `process` call per id, a parser per completion; the delta is asked for only if `deltas`. */
export async function wasmProcess(corpus: Corpus, { deltas }: { deltas: boolean }): Promise<Subject> {
  const { createParser } = await loadWasmHarmony();
  return {
    name: deltas ? 'npm WASM process + lastContentDelta' : 'npm WASM process',
    ...workOf(corpus),
    run() {
      let length = 0;
      for (let i = 0; i < corpus.sequences; i++) {
        const parser = createParser('assistant');
        for (const id of corpus.sequence(i)) {
          parser.process(id);
          if (deltas) length += parser.lastContentDelta?.length ?? 0;
        }
        parser.free();
      }
      return length;
    },
  };
}

/** Ids to text, no parsing: what any use of the ids costs with `tiktoken`. */
export function tiktokenDecode(corpus: Corpus): Subject {
  const encoder = loadTiktoken();
  const decoder = new TextDecoder();
  return {
    name: 'tiktoken decode (no parsing)',
    ...workOf(corpus),
    run() {
      let length = 0;
      for (let i = 0; i < corpus.sequences; i++) length += decoder.decode(encoder.decode(corpus.sequence(i))).length;
      return length;
    },
  };
}
