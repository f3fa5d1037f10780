/** A parsed batch: columns, and the strings and messages that are made of them when asked for. */
import { parseTokens, type ResolvedOptions } from '../parse/index.ts';
import { describe, type HarmonyMessage, HarmonyTypeError, type ParseResult } from '../wire/index.ts';
import type { EngineName } from './choice.ts';
import { type Columns, emptyColumns, RowFlag } from './columns.ts';
import { type ContentDecoder, contentDecoder } from './decode.ts';
import { FastMessages } from './fast-messages.ts';
import type { KeptTokens } from './kept-tokens.ts';
import { Replay } from './replay.ts';

/** What an engine and the options made. */
export interface BatchFilling {
  columns: Columns;
  engine: EngineName;
  options: ResolvedOptions;
  kept: KeptTokens;
}

/** The sequences of one `parseTokenBatch`. Iterating gives the messages of each. */
export class TokenBatch implements Iterable<HarmonyMessage[]> {
  #filling: BatchFilling;
  #decode: ContentDecoder | undefined;
  #fast: FastMessages | undefined;
  #replay: Replay | undefined;

  /** @internal */
  constructor(filling: BatchFilling) {
    this.#filling = filling;
  }

  /** @internal Makes it the batch of other columns. */
  refill(filling: BatchFilling): this {
    this.#filling = filling;
    this.#decode = undefined;
    this.#fast = undefined;
    this.#replay = undefined;
    return this;
  }

  /** @internal The memory of the columns, if it suits the engine; the batch is empty until it is filled again. */
  giveMemory(engine: EngineName): Columns | undefined {
    const { columns } = this.#filling;
    const suits = this.engine === engine && this.length > 0;
    this.refill({ ...this.#filling, columns: emptyColumns(), kept: new Map() });
    return suits ? columns : undefined;
  }

  /** The columns; their memory is this batch's, and the next one's after `{ into: batch }`. */
  get columns(): Columns {
    return this.#filling.columns;
  }

  /** The engine that made the columns. */
  get engine(): EngineName {
    return this.#filling.engine;
  }

  /** Number of sequences. */
  get length(): number {
    return this.#filling.columns.sequences;
  }

  /**
   * The messages of sequence `i`, made anew at each call.
   * @throws TypeError `ERR_HARMONY_INVALID_ARGUMENT`; in mode strict the HarmonyParseError of that sequence
   */
  messages(i: number): HarmonyMessage[] {
    checkIndex('messages', i, this.length);
    const { columns, options } = this.#filling;
    if (!options.strict && options.tools === undefined) {
      this.#fast ??= new FastMessages(columns, options.role);
      const messages = this.#fast.messages(i);
      if (messages !== undefined) return messages;
    }
    return this.#slowResult(i).messages;
  }

  /** What `parseTokens` gives for sequence `i`: messages, issues, usage, pending. Throws as {@link messages}. */
  result(i: number): ParseResult {
    checkIndex('result', i, this.length);
    return this.#slowResult(i);
  }

  #slowResult(i: number): ParseResult {
    const { columns, options, kept } = this.#filling;
    const ids = kept.get(i);
    if (ids === undefined) {
      this.#replay ??= new Replay(columns, options);
      return this.#replay.result(i);
    }
    const { role, strict, maxHeaderBytes, maxContentBytes, tools } = options;
    return parseTokens(ids, {
      role,
      mode: strict ? 'strict' : 'tolerant',
      maxHeaderBytes,
      maxContentBytes,
      ...(tools === undefined ? {} : { tools: [...tools] }),
    });
  }

  /**
   * The content of row `j` as text.
   * @throws TypeError `ERR_HARMONY_INVALID_ARGUMENT`
   */
  content(j: number): string {
    const { columns } = this.#filling;
    checkIndex('content', j, columns.rows);
    this.#decode ??= contentDecoder(columns.content);
    const ascii = (columns.rowFlags[j]! & RowFlag.Ascii) !== 0;
    return this.#decode(columns.rowContent[j]!, columns.rowContent[j + 1]!, ascii);
  }

  *[Symbol.iterator](): Generator<HarmonyMessage[], void, undefined> {
    for (let i = 0; i < this.length; i++) yield this.messages(i);
  }
}

function checkIndex(where: string, index: number, count: number): void {
  if (Number.isInteger(index) && index >= 0 && index < count) return;
  throw new HarmonyTypeError(
    'ERR_HARMONY_INVALID_ARGUMENT',
    `TokenBatch.${where}: the index must be a whole number below ${count}, not ${describe(index)}`,
  );
}
