/** Question: what does a batch cost where no native core fits? Down to columns, the same as those of the native one. */
import { ofHarmony, sameAnswers, wasmAnswers } from '../answers.ts';
import { loadCorpus } from '../corpus.ts';
import { product } from '../product.ts';
import { slowSlice, wasmBatch } from '../rivals.ts';
import type { Row } from '../row.ts';
import { compare } from '../row.ts';
import { columnsSubject } from './batch-columns.bench.ts';

const TARGET = { of: 'ratio_median', at_least: 20 } as const;

export const batchJs: Row = {
  name: 'batch-js',
  title: '`parseTokenBatch` in TypeScript',
  async check(effort) {
    const slice = slowSlice(loadCorpus(), effort);
    const batch = product.parseTokenBatch(slice.ids, slice.offsets, { engine: 'js' });
    const ours = [...batch].map((messages) => messages.map(ofHarmony));
    sameAnswers(ours, await wasmAnswers(slice));
  },
  async time(effort) {
    const slice = slowSlice(loadCorpus(), effort);
    const ours = columnsSubject(effort.quick ? slice : loadCorpus(), 'js');
    return compare(this.name, ours, [{ rival: await wasmBatch(slice, { objects: false }), target: TARGET }], effort);
  },
};
