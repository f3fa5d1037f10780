/** Inputs as blocks of records. */
import { type Block, BlockBuilder } from './block.ts';
import { ElementSplitter } from './elements.ts';
import { type Format, formatOf, type InputName, isEnough } from './sniff.ts';
import { readSource } from './source.ts';
import { LineSplitter, type RecordSink, type Splitter, WholeSplitter } from './splitter.ts';
import { StreamSplitter } from './stream-log.ts';

/** Where a record stands. Two records of a run never have the same place. */
export interface RecordPlace {
  file: string | null;
  line: number;
  /** Of an element of a top-level array, else null. */
  index: number | null;
}

export interface ReadOptions {
  input: InputName;
  maxRecordBytes: number;
  /** Records before this one were read in an earlier run. */
  from: RecordPlace | undefined;
  onBytes(count: number): void;
}

/** The blocks of all files, in order. A file that breaks off gives what it had, and a failure. */
export async function* readBlocks(
  files: readonly (string | null)[],
  options: ReadOptions,
): AsyncGenerator<Block, void, undefined> {
  let from = options.from;
  for (const file of files) {
    if (from !== undefined && from.file !== file) continue;
    yield* readFileBlocks(file, { ...options, from });
    from = undefined;
  }
}

async function* readFileBlocks(file: string | null, options: ReadOptions): AsyncGenerator<Block, void, undefined> {
  const source = readSource(file, options.onBytes);
  let reader: Reader | undefined;
  let head: Buffer = Buffer.alloc(0);
  try {
    for await (const part of source) {
      const chunk = Buffer.from(part.buffer, part.byteOffset, part.byteLength);
      if (reader !== undefined) reader.push(chunk);
      else {
        head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
        if (isEnough(head)) reader = new Reader(file, head, false, options);
      }
      // What comes from a pipe is not held back.
      if (reader !== undefined && (file === null || reader.isFull)) yield* reader.take();
    }
    reader ??= new Reader(file, head, true, options);
    reader.end();
  } catch (error) {
    reader ??= new Reader(file, head, true, options);
    reader.breakOff(error instanceof Error ? error.message : String(error));
  }
  yield* reader.take();
}

class Reader {
  readonly #builder: BlockBuilder;
  readonly #splitter: Splitter;
  #isSkipping: boolean;
  #line = 0;

  constructor(file: string | null, head: Buffer, isAll: boolean, options: ReadOptions) {
    const bom = startsWith(head, [0xef, 0xbb, 0xbf]) ? 3 : 0;
    const content = head.subarray(bom);
    const format = formatOf(content, isAll, options.input, file);
    this.#builder = new BlockBuilder(file, format.kind, format.unit === 'element');
    this.#isSkipping = options.from !== undefined;
    const sink = this.#sink(options.from);
    this.#splitter = isUtf16(head) ? new Refused(sink) : splitterOf(format, sink, options.maxRecordBytes);
    this.#splitter.push(content);
  }

  get isFull(): boolean {
    return this.#builder.isFull;
  }

  push(chunk: Buffer): void {
    this.#splitter.push(chunk);
  }

  end(): void {
    this.#splitter.end();
  }

  /** Told at the line behind the last record, a place of its own. */
  breakOff(message: string): void {
    this.#builder.fail('unreadable', message, this.#line + 1);
  }

  *take(): Generator<Block, void, undefined> {
    const block = this.#builder.take();
    if (block !== undefined) yield block;
  }

  #sink(from: RecordPlace | undefined): RecordSink {
    const builder = this.#builder;
    const isDue = (line: number): boolean => {
      this.#line = line;
      if (this.#isSkipping) {
        const index = builder.nextIndex;
        this.#isSkipping = line !== from!.line || index !== from!.index;
        if (this.#isSkipping) builder.skip();
      }
      return !this.#isSkipping;
    };
    return {
      record: (bytes, line) => isDue(line) && builder.add(bytes, line),
      failure: (code, message, line) => isDue(line) && builder.fail(code, message, line),
    };
  }
}

function splitterOf({ unit }: Format, sink: RecordSink, limit: number): Splitter {
  switch (unit) {
    case 'line':
      return new LineSplitter(sink, limit);
    case 'element':
      return new ElementSplitter(sink, limit);
    case 'stream':
      return new StreamSplitter(sink, limit);
    case 'whole':
      return new WholeSplitter(sink, limit);
  }
}

/** PowerShell redirects to UTF-16. */
function isUtf16(head: Buffer): boolean {
  return startsWith(head, [0xff, 0xfe]) || startsWith(head, [0xfe, 0xff]);
}

class Refused implements Splitter {
  constructor(sink: RecordSink) {
    sink.failure('unsupported_encoding', 'the input is UTF-16; write it as UTF-8', 1);
  }

  push(): void {}

  end(): void {}
}

function startsWith(bytes: Buffer, prefix: readonly number[]): boolean {
  return prefix.every((byte, i) => bytes[i] === byte);
}
