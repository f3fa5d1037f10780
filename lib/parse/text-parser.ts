/** The driver for text: markers are found by their spelling; the vocabulary is never needed. */
import { describe, HarmonyTypeError, type Kind, type ParseResult } from '../wire/index.ts';
import { type ResolvedOptions, resolveOptions, type TextParseOptions } from './options.ts';
import { type Parser, ParserBase } from './parser.ts';
import { TextFeeder } from './text-feeder.ts';

/** A parser that takes decoded text, in chunks of any size. */
export type TextParser = Parser<string>;

class TextParserImpl extends ParserBase implements TextParser {
  private readonly feeder: TextFeeder;

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
      this.feeder.feed(chunk);
      this.endRun();
      this.leave();
    } catch (error) {
      this.terminate();
      throw error;
    }
  }

  protected override flushInput(): void {
    this.feeder.flush();
  }

  protected override inputLength(): number {
    return this.feeder.length;
  }

  protected override resetInput(): void {
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
