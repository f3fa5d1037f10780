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
import { type Parser, ParserBase } from './parser.ts';
import { TextFeeder } from './text-feeder.ts';
import { vocabulary } from './vocabulary-source.ts';

/** Token ids in any of the shapes that are accepted. Typed arrays are read in place. */
export type TokenList = Uint32Array | Int32Array | readonly number[];

/** A parser that takes token ids, one or many at a time. */
export type TokenParser = Parser<number | TokenList>;

// A token has at most 128 bytes, and at most 3 bytes wait for the rest of their character.
const SCRATCH_BYTES = 160;

class TokenParserImpl extends ParserBase implements TokenParser {
  private readonly vocabulary: Vocabulary;
  private readonly strings: (string | undefined)[];
  /** Index of the next token. */
  private at = 0;
  private readonly scratch = new Uint8Array(SCRATCH_BYTES);
  /** Bytes in `scratch` that wait for the rest of their character. */
  private waiting = 0;
  private waitingAt = 0;
  /** An ordinary id may go straight to the content: a message is open, no character is half read, nothing was refused. */
  private hot = false;
  private readonly lenient = new TextDecoder('utf-8', { ignoreBOM: true });
  private readonly fatal = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true });

  constructor(options: ResolvedOptions) {
    super(options, 'token');
    this.vocabulary = vocabulary();
    this.strings = this.vocabulary.strings;
    this.open();
  }

  // One ordinary id inside a body is the hot path: an array read, a concatenation and the handler.
  feed(input: number | TokenList): void {
    if (this.hot && typeof input === 'number' && input < ORDINARY_COUNT) {
      const text = this.strings[input];
      if (text !== undefined && text !== '' && this.units + text.length <= this.unitCheck) {
        this.feedContent(text);
        return;
      }
    }
    this.feedSlowly(input);
  }

  private feedContent(text: string): void {
    const at = this.at++;
    this.units += text.length;
    this.content += text;
    this.delta = text;
    const { onDelta } = this.options;
    if (onDelta === undefined) return;
    this.range.start = at;
    this.range.end = at + 1;
    this.enter();
    this.hot = false;
    try {
      this.delta = text;
      onDelta(text, this.head!, this.range);
      this.leave();
      this.hot = true;
    } catch (error) {
      this.terminate();
      throw error;
    }
  }

  private feedSlowly(input: number | TokenList): void {
    this.enter();
    this.hot = false;
    try {
      if (typeof input === 'number') this.take(input);
      else this.feedMany(input);
      this.endRun();
      this.leave();
      this.hot = this.head !== undefined && this.waiting === 0 && this.keep;
    } catch (error) {
      this.terminate();
      throw error;
    }
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
    if (i > from) {
      const at = this.at;
      this.at += i - from;
      this.cursor = this.at - 1;
      this.append(run, at, this.at);
    }
    return i;
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
      text = this.fatal.decode(bytes);
    } catch {
      text = this.lenient.decode(bytes);
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
    this.hot = false;
    this.flushCharacter(this.at);
  }

  protected override inputLength(): number {
    return this.at;
  }

  protected override resetInput(): void {
    this.hot = false;
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
