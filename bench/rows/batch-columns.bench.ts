/**
 * Question: what does a batch of logged ids cost, down to columns, and how far is that from the least that memory
 * allows? The batch's memory is used again, as one who reads logs does; the limit is a C++ loop that looks up each
 * id and copies its bytes, nothing else (native/bench/limit.cc), over the same ids in the same run.
 */
import { deepStrictEqual } from 'node:assert';
import type { Corpus } from '../corpus.ts';
import { loadCorpus } from '../corpus.ts';
import { measureLimit } from '../limit.ts';
import type { Effort, Subject } from '../paired.ts';
import { product } from '../product.ts';
import { slowSlice, wasmBatch, workOf } from '../rivals.ts';
import type { Row } from '../row.ts';
import { compare, costAgainst } from '../row.ts';

const FASTER = { of: 'ratio_median', at_least: 250 } as const;
const NEAR = { of: 'ratio_median', at_most: 1.5 } as const;

export const batchColumns: Row = {
  name: 'batch-columns',
  title: '`parseTokenBatch` to columns',
  needsNative: true,
  async check() {
    const { ids, offsets } = loadCorpus();
    const columns = (engine: 'native' | 'js') => product.parseTokenBatch(ids, offsets, { engine }).columns;
    deepStrictEqual(columns('native'), columns('js'));
  },
  async time(effort) {
    const ours = columnsSubject(loadCorpus(), 'native');
    const rivals = [{ rival: await wasmBatch(slowSlice(loadCorpus(), effort), { objects: false }), target: FASTER }];
    return [
      ...(await compare(this.name, ours, rivals, effort)),
      await costAgainst(this.name, ours, limit(effort), NEAR, effort),
    ];
  },
};

export function columnsSubject(corpus: Corpus, engine: 'native' | 'js'): Subject {
  const { ids, offsets } = corpus;
  let batch = product.parseTokenBatch(ids, offsets, { engine });
  return {
    name: `columns, ${engine}`,
    ...workOf(corpus),
    run() {
      batch = product.parseTokenBatch(ids, offsets, { engine, into: batch });
      return batch.columns.rows;
    },
  };
}

/** The best of the program's variants: it errs against us. */
function limit({ quick }: Effort): Subject {
  return {
    name: 'look-up-and-copy limit, C++',
    ...workOf(loadCorpus()),
    run() {},
    nsPerToken: () => Math.min(...Object.values(measureLimit(quick ? 1 : 41).variants).map(({ median }) => median)),
  };
}
