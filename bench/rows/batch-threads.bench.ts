/** Question: how much does a second thread help on one large batch? Over eight copies of the corpus, 8 M ids. */
import { deepStrictEqual } from 'node:assert';
import type { Corpus } from '../corpus.ts';
import { corpusOf, loadCorpus } from '../corpus.ts';
import type { Subject } from '../paired.ts';
import { product } from '../product.ts';
import { slowSlice } from '../rivals.ts';
import type { Row } from '../row.ts';
import { compare } from '../row.ts';

const COPIES = 8;
const TARGET = { of: 'ratio_median', at_least: 1.7 } as const;

export const batchThreads: Row = {
  name: 'batch-threads',
  title: '`parseTokenBatchAsync` to columns',
  needsNative: true,
  async check() {
    const { ids, offsets } = loadCorpus();
    const one = product.parseTokenBatch(ids, offsets, { engine: 'native' });
    const two = await product.parseTokenBatchAsync(ids, offsets, { engine: 'native', threads: 2 });
    deepStrictEqual(two.columns, one.columns);
  },
  async time(effort) {
    const corpus = effort.quick ? slowSlice(loadCorpus(), effort) : repeated(loadCorpus());
    const [one, two] = [await subject(corpus, 1), await subject(corpus, 2)];
    return compare(this.name, two, [{ rival: one, target: TARGET }], effort);
  },
};

async function subject({ ids, offsets }: Corpus, threads: number): Promise<Subject> {
  const options = { engine: 'native', threads } as const;
  let batch = await product.parseTokenBatchAsync(ids, offsets, options);
  return {
    name: threads === 1 ? 'one thread' : `${threads} threads`,
    tokens: ids.length,
    bytes: batch.columns.content.length,
    async: true,
    async run() {
      batch = await product.parseTokenBatchAsync(ids, offsets, { ...options, into: batch });
    },
  };
}

function repeated({ ids, offsets, sequences }: Corpus): Corpus {
  const many = new Uint32Array(ids.length * COPIES);
  const starts = new Uint32Array(sequences * COPIES + 1);
  for (let copy = 0; copy < COPIES; copy++) {
    many.set(ids, copy * ids.length);
    for (let i = 0; i < sequences; i++) starts[copy * sequences + i] = copy * ids.length + offsets[i]!;
  }
  starts[sequences * COPIES] = many.length;
  return corpusOf({ ids: many, offsets: starts });
}
