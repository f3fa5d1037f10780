/**
 * Question: what does one token's text a call cost, as a client of a text stream has it? npm WASM has no parser of
 * text: it gets the ids.
 */
import type { Answer } from '../answers.ts';
import { ofHarmony, sameAnswers, wasmAnswers } from '../answers.ts';
import { loadCorpus } from '../corpus.ts';
import type { Subject } from '../paired.ts';
import { product } from '../product.ts';
import { slowSlice, wasmProcess, workOf } from '../rivals.ts';
import type { Row } from '../row.ts';
import { compare } from '../row.ts';

export const textByToken: Row = {
  name: 'text-by-token',
  title: 'one token’s text a call, with `onDelta`',
  async check(effort) {
    const slice = slowSlice(loadCorpus(), effort);
    const ours = Array.from({ length: slice.sequences }, (_, i) => answersOf(slice.pieces(i)));
    sameAnswers(ours, await wasmAnswers(slice));
  },
  async time(effort) {
    const slice = slowSlice(loadCorpus(), effort);
    const corpus = effort.quick ? slice : loadCorpus();
    const pieces = Array.from({ length: corpus.sequences }, (_, i) => corpus.pieces(i));
    const rival = await wasmProcess(slice, { deltas: true });
    const target = { of: 'mtok_s', at_least: 8 } as const;
    return compare(this.name, subject(pieces, workOf(corpus)), [{ rival, target }], effort);
  },
};

function subject(completions: readonly string[][], work: { tokens: number; bytes: number }): Subject {
  let length = 0;
  const parser = product.createTextParser({
    onDelta: (text: string) => {
      length += text.length;
    },
  });
  return {
    name: 'TextParser.feed(piece)',
    ...work,
    run() {
      for (const pieces of completions) {
        parser.reset();
        for (const piece of pieces) parser.feed(piece);
        parser.end();
      }
      return length;
    },
  };
}

function answersOf(pieces: readonly string[]): Answer[] {
  const parser = product.createTextParser();
  for (const piece of pieces) parser.feed(piece);
  return parser.end().messages.map(ofHarmony);
}
