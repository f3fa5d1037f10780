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
  async run(effort) {
    const slice = slowSlice(loadCorpus(), effort);
    const corpus = effort.quick ? slice : loadCorpus();
    const texts = Array.from({ length: corpus.sequences }, (_, i) => corpus.text(i));
    const parse = (text: string) => product.parseText(text).messages;
    sameAnswers(
      texts.slice(0, slice.sequences).map((text) => parse(text).map(ofHarmony)),
      await wasmAnswers(slice),
    );
    const ours = {
      name: 'parseText',
      ...workOf(corpus),
      run() {
        let messages = 0;
        for (const text of texts) messages += parse(text).length;
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
