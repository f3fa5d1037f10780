/** Question: what do the messages of a batch of logged ids cost, as objects with their contents as strings? */
import { ofHarmony, sameAnswers, wasmAnswers } from '../answers.ts';
import { loadCorpus } from '../corpus.ts';
import { product } from '../product.ts';
import { slowSlice, wasmBatch, workOf } from '../rivals.ts';
import type { Row } from '../row.ts';
import { compare } from '../row.ts';

const TARGET = { of: 'ratio_median', at_least: 80 } as const;

export const batchMessages: Row = {
  name: 'batch-messages',
  title: '`parseTokenBatch` to messages with strings',
  needsNative: true,
  async check(effort) {
    const slice = slowSlice(loadCorpus(), effort);
    const theirs = await wasmAnswers(slice);
    for (const engine of ['native', 'js'] as const) {
      const batch = product.parseTokenBatch(slice.ids, slice.offsets, { engine });
      const ours = [...batch].map((messages) => messages.map(ofHarmony));
      sameAnswers(ours, theirs);
    }
  },
  async time(effort) {
    const slice = slowSlice(loadCorpus(), effort);
    const corpus = effort.quick ? slice : loadCorpus();
    const { ids, offsets } = corpus;
    let batch = product.parseTokenBatch(ids, offsets, { engine: 'native' });
    const ours = {
      name: 'messages, native',
      ...workOf(corpus),
      run() {
        batch = product.parseTokenBatch(ids, offsets, { engine: 'native', into: batch });
        let length = 0;
        for (const messages of batch) for (const message of messages) length += message.content.length;
        return length;
      },
    };
    const rival = await wasmBatch(slice, { objects: true });
    return compare(this.name, ours, [{ rival, target: TARGET }], effort);
  },
};
