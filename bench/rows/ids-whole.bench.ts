/** Question: what does a whole completion cost, ids in, messages with strings out, without the batch interface? */
import { ofHarmony, sameAnswers, wasmAnswers } from '../answers.ts';
import { loadCorpus } from '../corpus.ts';
import { product } from '../product.ts';
import { slowSlice, wasmBatch, workOf } from '../rivals.ts';
import type { Row } from '../row.ts';
import { compare } from '../row.ts';

export const idsWhole: Row = {
  name: 'ids-whole',
  title: '`parseTokens`, a completion a call',
  async check(effort) {
    const slice = slowSlice(loadCorpus(), effort);
    const ours = Array.from({ length: slice.sequences }, (_, i) => product.parseTokens(slice.sequence(i)).messages);
    sameAnswers(
      ours.map((messages) => messages.map(ofHarmony)),
      await wasmAnswers(slice),
    );
  },
  async time(effort) {
    const slice = slowSlice(loadCorpus(), effort);
    const corpus = effort.quick ? slice : loadCorpus();
    const ours = {
      name: 'parseTokens',
      ...workOf(corpus),
      run() {
        let messages = 0;
        for (let i = 0; i < corpus.sequences; i++) messages += product.parseTokens(corpus.sequence(i)).messages.length;
        return messages;
      },
    };
    return compare(this.name, ours, [{ rival: await wasmBatch(slice, { objects: true }) }], effort);
  },
};
