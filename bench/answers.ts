/** Answers are compared before anything is timed: a fast wrong parser is worth nothing. */
import { deepStrictEqual } from 'node:assert';
import type { HarmonyMessage } from '../lib/wire/index.ts';
import type { WasmMessage } from '../test/support/wasm-harmony.ts';
import { loadWasmHarmony } from '../test/support/wasm-harmony.ts';
import type { Corpus } from './corpus.ts';

/** What both sides say of a message. */
export interface Answer {
  role: string;
  channel: string | undefined;
  recipient: string | undefined;
  contentType: string | undefined;
  content: string;
}

/** npm WASM's reading of every completion of `corpus`. */
export async function wasmAnswers(corpus: Corpus): Promise<Answer[][]> {
  const wasm = await loadWasmHarmony();
  return Array.from({ length: corpus.sequences }, (_, i) => wasm.parse(corpus.sequence(i)).map(ofWasm));
}

export function ofHarmony(message: HarmonyMessage): Answer {
  const { role, channel, recipient, contentType, content } = message;
  return { role, channel, recipient, contentType, content };
}

/** Throws at the first completion where ours differs. */
export function sameAnswers(ours: readonly Answer[][], theirs: readonly Answer[][]): void {
  theirs.forEach((messages, i) => {
    deepStrictEqual(ours[i], messages, `completion ${i} is read differently`);
  });
}

function ofWasm(message: WasmMessage): Answer {
  const content =
    typeof message.content === 'string' ? message.content : message.content.map((part) => part.text ?? '').join('');
  return {
    role: message.role,
    channel: message.channel,
    recipient: message.recipient,
    // The reference keeps the marker in the content type.
    contentType: message.content_type?.replace('<|constrain|>', ''),
    content,
  };
}
