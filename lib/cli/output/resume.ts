/** What an earlier run has written to `FILE.part`: where to go on. */
import { createReadStream } from 'node:fs';
import type { RecordPlace } from '../input/index.ts';
import { LineSplitter } from '../input/index.ts';

export interface Earlier {
  /** Bytes that stay: all rows of all records before the last one, which is done again. */
  keep: number;
  rows: number;
  /** Of these rows, the ones that say an error. */
  failed: number;
  /** The record to go on from; undefined: from the beginning. */
  from: RecordPlace | undefined;
}

const SOURCE = Buffer.from('"source":{');
/** What follows the place in `source`; in a string its quotes would be escaped. */
const FIELD = Buffer.from(',"field":');
const ERROR_ROW = Buffer.from('{"source":');

/** Reads `FILE.part` once. A record may have several rows, so only the next record's first row proves it complete. */
export async function readEarlier(part: string): Promise<Earlier> {
  const earlier: Earlier = { keep: 0, rows: 0, failed: 0, from: undefined };
  let place = '';
  let bytes = 0;
  let rows = 0;
  let failed = 0;
  const lines = new LineSplitter(
    {
      record(line) {
        const row = Buffer.from(line.buffer, line.byteOffset, line.byteLength);
        const own = placeOf(row);
        if (own !== place) {
          Object.assign(earlier, { keep: bytes, rows, failed });
          place = own;
        }
        bytes += row.length + 1;
        rows++;
        if (row.subarray(0, ERROR_ROW.length).equals(ERROR_ROW)) failed++;
      },
      failure() {},
    },
    Number.POSITIVE_INFINITY,
  );
  // The end is not told: a last line without its newline is not complete.
  for await (const chunk of createReadStream(part, { highWaterMark: 1 << 20 })) lines.push(chunk as Buffer);
  if (place !== '') earlier.from = JSON.parse(place) as RecordPlace;
  return earlier;
}

/** The row's place as JSON text, `{"file":…,"line":…,"index":…}`. */
function placeOf(row: Buffer): string {
  const start = row.indexOf(SOURCE);
  const end = row.indexOf(FIELD, start);
  if (start < 0 || end < 0) throw new Error('it holds a line that is no row of harmony-wire');
  return `${row.toString('utf8', start + SOURCE.length - 1, end)}}`;
}
