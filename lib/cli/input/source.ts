/** Bytes of a file or of standard input, decompressed. What they are is seen from their first bytes, not from a name. */
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { unzstd } from './zstd.ts';

const CHUNK_BYTES = 1 << 20;

/** @param onBytes is told of every compressed byte read, for the progress bar */
export async function* readSource(file: string | null, onBytes: (count: number) => void): AsyncGenerator<Uint8Array> {
  const raw = file === null ? process.stdin : createReadStream(file, { highWaterMark: CHUNK_BYTES });
  const counted = count(raw, onBytes);
  const { head, rest } = await peek(counted, 4);
  if (head.length >= 2 && head[0] === 0x1f && head[1] === 0x8b) yield* gunzip(rest);
  else if (head.length >= 4 && isZstd(head)) yield* unzstd(rest);
  else yield* rest;
}

async function* count(source: AsyncIterable<Uint8Array>, onBytes: (count: number) => void): AsyncGenerator<Uint8Array> {
  for await (const chunk of source) {
    onBytes(chunk.length);
    yield chunk;
  }
}

/** The first bytes, and a source that still gives them. */
async function peek(
  source: AsyncGenerator<Uint8Array>,
  length: number,
): Promise<{ head: Uint8Array; rest: AsyncGenerator<Uint8Array> }> {
  let head: Uint8Array = new Uint8Array(0);
  while (head.length < length) {
    const next = await source.next();
    if (next.done) break;
    head = head.length === 0 ? next.value : Buffer.concat([head, next.value]);
  }
  async function* rest(): AsyncGenerator<Uint8Array> {
    if (head.length > 0) yield head;
    yield* source;
  }
  return { head, rest: rest() };
}

/** A frame begins with FD2FB528, a skippable one with 184D2A5?, little-endian (RFC 8878, 3.1). */
function isZstd(head: Uint8Array): boolean {
  if (head[0] === 0x28) return head[1] === 0xb5 && head[2] === 0x2f && head[3] === 0xfd;
  return (head[0]! & 0xf0) === 0x50 && head[1] === 0x2a && head[2] === 0x4d && head[3] === 0x18;
}

async function* gunzip(source: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip({ chunkSize: 1 << 18 });
  const input = Readable.from(source, { objectMode: false });
  input.on('error', (error) => gunzip.destroy(error));
  try {
    yield* input.pipe(gunzip);
  } catch (error) {
    // zlib's own codes begin so: `unexpected end of file` alone would not say of what.
    if (error instanceof Error && String((error as NodeJS.ErrnoException).code).startsWith('Z_')) {
      throw new Error(`the gzip data is damaged or cut off: ${error.message}`, { cause: error });
    }
    throw error;
  }
}
