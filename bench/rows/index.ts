/** Every row, in the order of the README table. A new row: one file here that states its question, one entry below. */
import { product } from '../product.ts';
import type { Row } from '../row.ts';
import { batchColumns } from './batch-columns.bench.ts';
import { batchJs } from './batch-js.bench.ts';
import { batchMessages } from './batch-messages.bench.ts';
import { batchThreads } from './batch-threads.bench.ts';
import { chunks } from './chunks.bench.ts';
import { cliParse } from './cli-parse.bench.ts';
import { encoding } from './encode.bench.ts';
import { idsWhole } from './ids-whole.bench.ts';
import { linearity } from './linearity.bench.ts';
import { load } from './load.bench.ts';
import { rendering } from './render.bench.ts';
import { singleIds } from './single-ids.bench.ts';
import { textByToken } from './text-by-token.bench.ts';
import { textWhole } from './text-whole.bench.ts';

export const ROWS: readonly Row[] = [
  batchColumns,
  batchMessages,
  batchThreads,
  batchJs,
  singleIds,
  chunks,
  idsWhole,
  textWhole,
  textByToken,
  linearity,
  load,
  cliParse,
  encoding,
  rendering,
];

/** False for rows of the native core where it did not load. */
export function canRun(row: Row): boolean {
  return !row.needsNative || product.engine === 'native';
}
