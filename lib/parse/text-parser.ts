/** The driver for text: markers are found by their spelling; the vocabulary is never needed. */
import { describe, HarmonyTypeError, type Kind, type ParseResult } from '../wire/index.ts';
import { type ResolvedOptions, resolveOptions, type TextParseOptions } from './options.ts';
import { type Parser, ParserBase } from './parser.ts';
import { cutStripped } from './stripped.ts';
import { TextFeeder } from './text-feeder.ts';

/** A parser that takes decoded text, in chunks of any size. */
export type TextParser = Parser<string>;

class TextParserImpl extends ParserBase implements TextParser {
  private readonly feeder: TextFeeder;
  /** Input held for `strippedMarkers`. */
  private stripped = '';

  constructor(options: ResolvedOptions) {
    super(options, 'utf16');
    this.feeder = new TextFeeder({
      text: (text, at, until) => {
        this.cursor = at;
        this.text(text, at, until);
      },
      control: (kind: Kind, at, until) => {
        this.cursor = at;
        this.control(kind, at, until);
      },
    });
    this.open();
  }

  feed(chunk: string): void {
    if (typeof chunk !== 'string') throw notText(chunk);
    this.enter();
    try {
      if (this.options.strippedMarkers) this.holdStripped(chunk);
      else this.feeder.feed(chunk);
      this.endRun();
      this.leave();
    } catch (error) {
      this.terminate();
      throw error;
    }
  }

  // Only the whole input shows whether its markers were removed.
  private holdStripped(chunk: string): void {
    this.stripped += chunk;
    if (this.stripped.length > this.options.maxContentBytes) this.refuseSize();
  }

  protected override flushInput(): void {
    if (this.stripped !== '') this.feedStripped(this.stripped);
    this.feeder.flush();
  }

  private feedStripped(text: string): void {
    const parts = cutStripped(text);
    if (parts === undefined) return this.feeder.feed(text);
    this.takeStripped(parts, text.length);
    this.feeder.skip(text.length);
  }

  protected override inputLength(): number {
    return this.feeder.length;
  }

  protected override resetInput(): void {
    this.stripped = '';
    this.feeder.reset();
  }

  protected override feedPrefill(prefill: NonNullable<ResolvedOptions['prefill']>): void {
    if (typeof prefill !== 'string') {
      throw new HarmonyTypeError(
        'ERR_HARMONY_INVALID_ARGUMENT',
        `option prefill of a text parser must be a string, not ${describe(prefill)}`,
      );
    }
    this.feeder.feed(prefill);
    this.feeder.flush();
    this.feeder.reset();
  }
}

function notText(value: unknown): HarmonyTypeError {
  return new HarmonyTypeError('ERR_HARMONY_INVALID_ARGUMENT', `text must be a string, not ${describe(value)}`);
}

/**
 * A streaming parser for text with spelled markers.
 * @throws TypeError `ERR_HARMONY_UNKNOWN_OPTION`, `ERR_HARMONY_INVALID_ARGUMENT`
 */
export function createTextParser(options?: TextParseOptions): TextParser {
  return new TextParserImpl(resolveOptions(options, 'createTextParser', true));
}

/** Parses the text of one generation (or, with `role: null`, of a conversation). Throws as {@link createTextParser} and `feed`. */
export function parseText(text: string, options?: TextParseOptions): ParseResult {
  if (typeof text !== 'string') throw notText(text);
  const parser = new TextParserImpl(resolveOptions(options, 'parseText', true));
  parser.feed(text);
  return parser.end();
}
