/** The driver for token ids: decodes UTF-8 across tokens and hands text and control tokens to the envelope. */
import {
  describe,
  HarmonyTypeError,
  incompleteTail,
  Kind,
  kindOf,
  ORDINARY_COUNT,
  type ParseResult,
  specialName,
  type Vocabulary,
} from '../wire/index.ts';
import { isTokenList, type ParseOptions, type ResolvedOptions, resolveOptions } from './options.ts';
import { type CurrentMessage, type Parser, ParserBase } from './parser.ts';
import { TextFeeder } from './text-feeder.ts';
import { vocabulary } from './vocabulary-source.ts';

/** Token ids in any of the shapes that are accepted. Typed arrays are read in place. */
export type TokenList = Uint32Array | Int32Array | readonly number[];

/** A parser that takes token ids, one or many at a time. */
export type TokenParser = Parser<number | TokenList>;

const LONGEST_TOKEN = 128;
// At most 3 bytes wait for the rest of their character.
const SCRATCH_BYTES = LONGEST_TOKEN + 32;
// Ids of single feeds that wait to become content: an id costs 1 ns to keep, a string in a rope 10 (with its garbage).
const KEPT_IDS = 512;

/** Makes one string of a run of ordinary ids (`lib/engine/run-decoder.ts`). */
export interface RunSource {
  /** The text of the last run. */
  readonly text: string;
  /** Decodes ordinary ids of [from, end); how many it took, whole characters only. */
  run(ids: Uint32Array | Int32Array, from: number, end: number): number;
}

// From here on a run as bytes beats a concatenation per token: at 8 ids 14 ns a token instead of 19, at 64 6 instead of 16.
const RUN_FROM = 8;
let runSource: ((engine: 'native' | 'js' | undefined) => RunSource) | undefined;

/** Offers a faster way for chunks of ids; without it they are concatenated. */
export function setRunSource(source: (engine: 'native' | 'js' | undefined) => RunSource): void {
  runSource = source;
}

// Stateless between calls, and dear to make: one pair serves every parser.
const lenient = new TextDecoder('utf-8', { ignoreBOM: true });
const fatal = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true });

class TokenParserImpl extends ParserBase implements TokenParser {
  private readonly vocabulary: Vocabulary;
  private readonly strings: (string | undefined)[];
  private readonly runs: RunSource | undefined;
  /** Index of the next token. */
  private at = 0;
  private readonly scratch = new Uint8Array(SCRATCH_BYTES);
  /** Bytes in `scratch` that wait for the rest of their character. */
  private waiting = 0;
  private waitingAt = 0;
  /** An ordinary id is content: a message is open, no character is half read, and `kept` fits the limit of content. */
  private hot = false;
  /** Ids of single feeds, reported but not yet part of the content. */
  private readonly kept = new Uint32Array(KEPT_IDS);
  private keptCount = 0;

  constructor(options: ResolvedOptions) {
    super(options, 'token');
    this.vocabulary = vocabulary();
    this.runs = runSource?.(options.engine);
    this.strings = this.vocabulary.strings;
    this.open();
  }

  // One ordinary id inside a body is the hot path: an array read, a number kept, the handler.
  feed(input: number | TokenList): void {
    if (this.hot && typeof input === 'number' && input < ORDINARY_COUNT && this.keptCount < KEPT_IDS) {
      const text = this.strings[input];
      if (text !== undefined && text !== '' && !this.inHandler) {
        this.feedContent(input, text);
        return;
      }
    }
    this.feedSlowly(input);
  }

  private feedContent(id: number, text: string): void {
    this.kept[this.keptCount++] = id;
    const at = this.at++;
    const { onDelta } = this.options;
    if (onDelta === undefined) return;
    const { range } = this;
    range.start = at;
    range.end = at + 1;
    this.inHandler = true;
    try {
      onDelta(text, this.head!, range);
      this.inHandler = false;
    } catch (error) {
      this.inHandler = false;
      this.terminate();
      throw error;
    }
  }

  private feedSlowly(input: number | TokenList): void {
    this.enter();
    try {
      if (typeof input === 'number') this.take(input);
      else this.feedMany(input);
      this.endRun();
      this.leave();
      const roomForKept = this.unitCheck - this.units >= KEPT_IDS * LONGEST_TOKEN;
      this.hot = this.head !== undefined && this.waiting === 0 && roomForKept;
    } catch (error) {
      this.terminate();
      throw error;
    }
  }

  protected override enter(): void {
    super.enter();
    this.hot = false;
    this.takeKept();
    this.delta = null;
  }

  protected override terminate(): void {
    this.hot = false;
    super.terminate();
  }

  private takeKept(): void {
    const { strings, kept, keptCount } = this;
    if (keptCount === 0) return;
    if (!this.keep) {
      this.countKept(keptCount);
      return;
    }
    let text = '';
    for (let i = 0; i < keptCount; ) {
      const taken = this.runs?.run(kept, i, keptCount) ?? 0;
      text += taken > 0 ? this.runs!.text : strings[kept[i]!]!;
      i += taken > 0 ? taken : 1;
    }
    this.delta = strings[kept[keptCount - 1]!]!;
    this.keptCount = 0;
    this.appendReported(text);
  }

  // Content that is not retained needs its size only.
  private countKept(count: number): void {
    const { strings, kept } = this;
    let units = 0;
    let bytes = 0;
    for (let i = 0; i < count; i++) {
      units += strings[kept[i]!]!.length;
      bytes += this.vocabulary.byteLength(kept[i]!);
    }
    this.delta = strings[kept[count - 1]!]!;
    this.keptCount = 0;
    this.countReported(units, bytes);
  }

  override get current(): CurrentMessage | null {
    this.takeKept();
    return super.current;
  }

  override get lastDelta(): string | null {
    return this.keptCount > 0 ? this.strings[this.kept[this.keptCount - 1]!]! : super.lastDelta;
  }

  private feedMany(ids: TokenList): void {
    if (!isTokenList(ids)) throw notTokens(ids);
    for (let i = 0; i < ids.length; ) {
      if (this.head !== undefined && this.waiting === 0) i = this.feedBody(ids, i);
      if (i < ids.length) this.take(ids[i++]!);
    }
  }

  // Takes ordinary ids of a body as long as they are text alone; returns the index of the first that is not.
  private feedBody(ids: TokenList, from: number): number {
    if (this.runs !== undefined && ids.length - from >= RUN_FROM && !Array.isArray(ids)) {
      const count = this.runs.run(ids as Uint32Array | Int32Array, from, ids.length);
      if (count > 0) {
        this.appendRun(this.runs.text, count);
        return from + count;
      }
    }
    const { strings } = this;
    const room = this.unitCheck - this.units;
    let run = '';
    let i = from;
    for (; i < ids.length; i++) {
      const id = ids[i]!;
      // A plain array may hold anything: '5' would index as 5 does.
      if (typeof id !== 'number' || !(id >= 0 && id < ORDINARY_COUNT)) break;
      const text = strings[id];
      if (text === undefined || text === '' || run.length > room) break;
      run += text;
    }
    if (i > from) this.appendRun(run, i - from);
    return i;
  }

  private appendRun(text: string, count: number): void {
    const at = this.at;
    this.at += count;
    this.cursor = this.at - 1;
    this.append(text, at, this.at);
  }

  private take(id: number): void {
    const at = this.at;
    this.cursor = at;
    if (!Number.isInteger(id)) throw notAnId(id);
    this.at++;
    const kind = kindOf(id);
    if (kind === Kind.Text) return this.takeOrdinary(id, at);
    this.flushCharacter(at);
    if (kind === Kind.Unknown) this.unknown(at, at + 1);
    else if (kind === Kind.Reserved) this.reserved(specialName(id), at, at + 1);
    else this.control(kind, at, at + 1);
  }

  private takeOrdinary(id: number, at: number): void {
    const text = this.vocabulary.stringOf(id);
    if (text !== '' && this.waiting === 0) return this.text(text, at, at + 1);
    const bytes = this.vocabulary.bytes(id);
    const { scratch } = this;
    if (this.waiting === 0) this.waitingAt = at;
    scratch.set(bytes, this.waiting);
    const length = this.waiting + bytes.length;
    const tail = incompleteTail(scratch, length);
    const from = this.waitingAt;
    if (tail < length) {
      this.waiting = 0;
      this.decode(scratch.subarray(0, length - tail), from, at + 1);
      this.waitingAt = at;
    }
    scratch.copyWithin(0, length - tail, length);
    this.waiting = tail;
  }

  private decode(bytes: Uint8Array, at: number, until: number): void {
    let text: string;
    try {
      text = fatal.decode(bytes);
    } catch {
      text = lenient.decode(bytes);
      this.text(text, at, until);
      return this.markInvalidHeader();
    }
    this.text(text, at, until);
  }

  // A half character never crosses a marker.
  private flushCharacter(until: number): void {
    if (this.waiting === 0) return;
    this.waiting = 0;
    this.text('\ufffd', this.waitingAt, until);
    this.markInvalidHeader();
  }

  protected override flushInput(): void {
    this.flushCharacter(this.at);
  }

  protected override inputLength(): number {
    return this.at;
  }

  protected override resetInput(): void {
    this.hot = false;
    this.keptCount = 0;
    this.at = 0;
    this.waiting = 0;
  }

  protected override feedPrefill(prefill: string | TokenList): void {
    if (typeof prefill === 'string') {
      const feeder = new TextFeeder({
        text: (text, at, until) => this.text(text, at, until),
        control: (kind, at, until) => this.control(kind, at, until),
      });
      feeder.feed(prefill);
      feeder.flush();
    } else {
      this.feedMany(prefill);
    }
    this.at = 0;
    this.waitingAt = 0;
  }
}

function notAnId(id: unknown): HarmonyTypeError {
  return new HarmonyTypeError('ERR_HARMONY_INVALID_TOKEN', `a token id must be a whole number, not ${describe(id)}`);
}

function notTokens(value: unknown): HarmonyTypeError {
  return new HarmonyTypeError(
    'ERR_HARMONY_INVALID_ARGUMENT',
    `tokens must be an id, an array of ids, a Uint32Array or an Int32Array, not ${describe(value)}`,
  );
}

/**
 * A streaming parser for token ids of o200k_harmony.
 * @throws TypeError `ERR_HARMONY_UNKNOWN_OPTION`, `ERR_HARMONY_INVALID_ARGUMENT`; HarmonyError
 * `ERR_HARMONY_VOCABULARY_NOT_LOADED` where no file system gives the vocabulary (see `loadVocabulary`)
 * @example
 * const parser = createTokenParser({ onDelta: (text, head) => process.stdout.write(text) });
 * for await (const id of ids) parser.feed(id);
 * const { messages, issues } = parser.end();
 */
export function createTokenParser(options?: ParseOptions): TokenParser {
  return new TokenParserImpl(resolveOptions(options, 'createTokenParser', false));
}

/** Parses the ids of one generation (or, with `role: null`, of a conversation). Throws as {@link createTokenParser} and `feed`. */
export function parseTokens(tokens: TokenList, options?: ParseOptions): ParseResult {
  if (!isTokenList(tokens)) throw notTokens(tokens);
  const parser = new TokenParserImpl(resolveOptions(options, 'parseTokens', false));
  parser.feed(tokens);
  return parser.end();
}
