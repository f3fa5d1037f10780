/**
 * Question: what does a whole completion cost as text? npm WASM has no parser of text, so it gets the ids of the same
 * completions; `tiktoken` turns these ids into the text that we start from.
 */
import { ofHarmony, sameAnswers, wasmAnswers } from '../answers.ts';
import { loadCorpus } from '../corpus.ts';
import { product } from '../product.ts';
import { slowSlice, tiktokenDecode, wasmBatch, workOf } from '../rivals.ts';
import type { Row } from '../row.ts';
import { compare } from '../row.ts';

export const textWhole: Row = {
  name: 'text-whole',
  title: '`parseText`, a completion a call',
  async check(effort) {
    const slice = slowSlice(loadCorpus(), effort);
    const ours = Array.from({ length: slice.sequences }, (_, i) => product.parseText(slice.text(i)).messages);
    sameAnswers(
      ours.map((messages) => messages.map(ofHarmony)),
      await wasmAnswers(slice),
    );
  },
  async time(effort) {
    const slice = slowSlice(loadCorpus(), effort);
    const corpus = effort.quick ? slice : loadCorpus();
    const texts = Array.from({ length: corpus.sequences }, (_, i) => corpus.text(i));
    const ours = {
      name: 'parseText',
      ...workOf(corpus),
      run() {
        let messages = 0;
        for (const text of texts) messages += product.parseText(text).messages.length;
        return messages;
      },
    };
    const rivals = [
      {
        rival: await wasmBatch(slice, { objects: true }),
        target: { of: 'mb_s', at_least: 500 } as const,
      },
      { rival: tiktokenDecode(corpus) },
    ];
    return compare(this.name, ours, rivals, effort);
  },
};
