/** The columns that the add-on fills: their order, memory for them, views of what was filled. */
import type { Columns } from './columns.ts';
import type { BatchJob } from './engine.ts';
import { whole } from './grow.ts';
import { type ColumnList, check, type NativeBatch } from './native-binding.ts';

/** In the order of `columns_of` in the add-on. */
const COLUMN_ORDER = [
  'sequenceRow',
  'sequenceMark',
  'sequenceLength',
  'rowForm',
  'rowFlags',
  'rowEnd',
  'rowHeader',
  'rowContent',
  'rowStart',
  'rowBody',
  'rowClose',
  'markToken',
  'markId',
  'markOffset',
  'content',
] as const satisfies readonly (keyof Columns)[];
type ColumnName = (typeof COLUMN_ORDER)[number];

export interface Size {
  sequences: number;
  rows: number;
  marks: number;
  content: number;
}

const LENGTHS: Readonly<Record<ColumnName, (size: Size) => number>> = {
  sequenceRow: (size) => size.sequences + 1,
  sequenceMark: (size) => size.sequences + 1,
  sequenceLength: (size) => size.sequences,
  rowForm: (size) => size.rows,
  rowFlags: (size) => size.rows,
  rowEnd: (size) => size.rows,
  rowHeader: (size) => size.rows,
  rowContent: (size) => size.rows + 1,
  rowStart: (size) => size.rows,
  rowBody: (size) => size.rows,
  rowClose: (size) => size.rows,
  markToken: (size) => size.marks,
  markId: (size) => size.marks,
  markOffset: (size) => size.marks,
  content: (size) => size.content,
};
const BYTE_COLUMNS: ReadonlySet<ColumnName> = new Set<ColumnName>(['rowForm', 'rowFlags', 'rowEnd', 'content']);

/** Room for `size` in each column: memory of `into` where it is large enough. */
export function allocate(size: Size, into: Columns | undefined): ColumnList {
  return COLUMN_ORDER.map((name) => {
    const length = LENGTHS[name](size);
    const known = into === undefined ? undefined : whole(into[name]);
    if (known !== undefined && known.length >= length) return known;
    return BYTE_COLUMNS.has(name) ? new Uint8Array(length) : new Uint32Array(length);
  });
}

interface Totals extends Omit<Size, 'sequences'> {
  headers: number;
  headerBytes: number;
  blocks: number;
}

const numbers = new Float64Array(6);

export function totals(batch: NativeBatch): Totals {
  batch.totals(numbers);
  const [rows = 0, marks = 0, content = 0, headers = 0, headerBytes = 0, blocks = 0] = numbers;
  return { rows, marks, content, headers, headerBytes, blocks };
}

/** The columns as views of the lengths that the contract says, and the headers. */
export function collect(batch: NativeBatch, job: BatchJob, filled: ColumnList): Columns {
  const { rows, marks, content, headers, headerBytes } = totals(batch);
  const sequences = job.offsets.length - 1;
  const size = { sequences, rows, marks, content };
  const views = COLUMN_ORDER.map((name, i) => [name, filled[i]!.subarray(0, LENGTHS[name](size))]);
  const table = { headerOffset: new Uint32Array(headers + 1), headerBytes: new Uint8Array(headerBytes) };
  check(batch.copyHeaders(table.headerOffset, table.headerBytes));
  return {
    sequences,
    rows,
    marks,
    headers,
    ...(Object.fromEntries(views) as Pick<Columns, ColumnName>),
    ...table,
  };
}
