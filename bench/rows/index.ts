/** Every row, in the order of the README table. A new row: one file here that states its question, one entry below. */
import type { Row } from '../row.ts';
import { idsWhole } from './ids-whole.bench.ts';
import { linearity } from './linearity.bench.ts';
import { load } from './load.bench.ts';
import { singleIds } from './single-ids.bench.ts';
import { textByToken } from './text-by-token.bench.ts';
import { textWhole } from './text-whole.bench.ts';

export const ROWS: readonly Row[] = [singleIds, idsWhole, textWhole, textByToken, linearity, load];
