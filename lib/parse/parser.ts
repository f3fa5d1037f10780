/** What token and text parsers have in common: life cycle, refusals, what can be read off them. */
import { HarmonyError, type HarmonyErrorCode, type MessageHead, type ParseResult } from '../wire/index.ts';
import { Envelope } from './envelope.ts';
import { State } from './machine.ts';
import type { ResolvedOptions } from './options.ts';

/** The open message: its head and how much content it has so far. */
export interface CurrentMessage extends MessageHead {
  /** UTF-16 units of content so far. */
  contentLength: number;
}

/** What both kinds of parser share. `T` is what `feed` takes. */
export interface Parser<T> {
  /**
   * Takes the next piece of input; handlers run before it returns.
   * @throws TypeError on input of another type; HarmonyError `ERR_HARMONY_PARSER_ENDED` after `end()`,
   * `ERR_HARMONY_REENTRANT_CALL` from inside a handler, `ERR_HARMONY_PARSER_TERMINATED` after an error until `reset()`,
   * `ERR_HARMONY_CONTENT_TOO_LARGE` beyond `maxContentBytes`; HarmonyParseError in mode strict.
   */
  feed(input: T): void;
  /** The input stops: closes what is open and returns the result. Throws as `feed` does. */
  end(): ParseResult;
  /** Makes the parser as new: same options, nothing parsed. */
  reset(): void;
  /** Loose text counts as idle. */
  readonly state: 'idle' | 'header' | 'body';
  /** The open message, or null. */
  readonly current: CurrentMessage | null;
  /** The last run of content of the last `feed`, or null if it had none. */
  readonly lastDelta: string | null;
  /** The last `<|return|>` or `<|call|>` seen, or null. */
  readonly stop: 'return' | 'call' | null;
  /** Messages that are complete. */
  readonly messageCount: number;
}

const Life = { Ready: 0, Busy: 1, Terminated: 2, Ended: 3, Announce: 4 } as const;
type Life = (typeof Life)[keyof typeof Life];

const REFUSALS: Readonly<Record<number, readonly [HarmonyErrorCode, string]>> = {
  [Life.Busy]: ['ERR_HARMONY_REENTRANT_CALL', 'a handler called its own parser'],
  [Life.Terminated]: ['ERR_HARMONY_PARSER_TERMINATED', 'the parser stopped at an error; call reset() first'],
  [Life.Ended]: ['ERR_HARMONY_PARSER_ENDED', 'the parser has ended; call reset() first'],
};

export abstract class ParserBase extends Envelope {
  private life: Life = Life.Ready;
  /** A driver calls a handler outside of `enter` and `leave`. */
  protected inHandler = false;

  constructor(options: ResolvedOptions, unit: 'token' | 'utf16') {
    super(options, unit);
    this.life = Life.Ready;
  }

  /** Feeds `options.prefill`, if any. Called once the driver's own fields exist. */
  protected open(): void {
    this.life = Life.Ready;
    const { prefill } = this.options;
    if (prefill === undefined || prefill.length === 0) return;
    this.runPrefill(() => this.feedPrefill(prefill));
    if (this.needsAnnouncement) this.life = Life.Announce;
  }

  protected abstract feedPrefill(prefill: NonNullable<ResolvedOptions['prefill']>): void;

  /** True if work may begin at once; otherwise `enterSlowly` decides. */
  protected enter(): void {
    if (this.life !== Life.Ready || this.inHandler) this.enterSlowly();
    this.life = Life.Busy;
    this.delta = null;
  }

  protected leave(): void {
    this.life = Life.Ready;
  }

  /** After anything was thrown: nothing but `reset()` is accepted. */
  protected terminate(): void {
    this.life = Life.Terminated;
  }

  protected close_(): void {
    this.life = Life.Ended;
  }

  private enterSlowly(): void {
    if (this.life === Life.Announce) {
      this.life = Life.Busy;
      try {
        this.announce();
      } catch (error) {
        this.terminate();
        throw error;
      }
      return;
    }
    const [code, why] = REFUSALS[this.inHandler ? Life.Busy : this.life]!;
    throw new HarmonyError(code, why);
  }

  end(): ParseResult {
    this.enter();
    try {
      this.flushInput();
      const result = this.finish(this.inputLength());
      this.close_();
      return result;
    } catch (error) {
      this.terminate();
      throw error;
    }
  }

  reset(): void {
    if (this.life === Life.Busy || this.inHandler) this.enterSlowly();
    this.begin();
    this.resetInput();
    this.open();
  }

  /** Releases what the driver holds back. */
  protected abstract flushInput(): void;
  protected abstract resetInput(): void;
  protected abstract inputLength(): number;

  get state(): 'idle' | 'header' | 'body' {
    if (this.machine === State.Header || this.inHeaderPlace) return 'header';
    return this.machine === State.Body ? 'body' : 'idle';
  }

  get current(): CurrentMessage | null {
    return this.head === undefined ? null : { ...this.head, contentLength: this.units };
  }

  get lastDelta(): string | null {
    return this.delta;
  }

  get stop(): 'return' | 'call' | null {
    return this.lastStop;
  }

  get messageCount(): number {
    return this.messages.length;
  }
}
