/** The records of a block, one by one. */
import type { Block } from './input/index.ts';
import { RecordError } from './record-error.ts';
import type { Source } from './row.ts';

export interface BlockRecord {
  source: Source;
  /** The record's bytes. @throws RecordError if it could not be read */
  read(): Buffer;
}

/** Blank ones are none, unless the record is a text. */
export function* recordsOf(block: Block): Generator<BlockRecord, void, undefined> {
  const { buffer, byteOffset, byteLength } = block.bytes;
  const bytes = Buffer.from(buffer, byteOffset, byteLength);
  const failures = new Map(block.failures.map((failure) => [failure.record, failure]));
  for (let i = 0; i < block.lines.length; i++) {
    const record = bytes.subarray(block.bounds[2 * i]!, block.bounds[2 * i + 1]!);
    const failure = failures.get(i);
    if (failure === undefined && block.kind !== 'text' && isBlank(record)) continue;
    const index = block.firstIndex < 0 ? null : block.firstIndex + i;
    yield {
      source: { file: block.file, line: block.lines[i]!, index, field: null },
      read() {
        if (failure !== undefined) throw new RecordError(failure.code, failure.message);
        return record;
      },
    };
  }
}

function isBlank(record: Buffer): boolean {
  for (const byte of record) if (byte !== 0x20 && !(byte >= 0x09 && byte <= 0x0d)) return false;
  return true;
}
