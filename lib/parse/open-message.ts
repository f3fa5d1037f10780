/**
 * The message that is open, and the report so far: content with its limit, deltas, finished messages, issues. The
 * envelope decides when a message opens and closes; here it is put together.
 */
import {
  HarmonyError,
  type HarmonyMessage,
  HarmonyParseError,
  type Issue,
  type IssueCode,
  type MessageHead,
  makeIssue,
  type Terminator,
  type TokenSpan,
  utf8Length,
} from '../wire/index.ts';
import type { HeaderFields } from './header.ts';
import { State } from './machine.ts';
import { rememberOffset } from './offsets.ts';
import type { ContentRange, ResolvedOptions } from './options.ts';
import { UsageCounter } from './usage.ts';
import { isCallRecipient } from './words.ts';

export abstract class OpenMessage {
  protected readonly options: ResolvedOptions;
  protected readonly unit: 'token' | 'utf16';
  protected machine: State = State.Idle;

  // The open message. Content is concatenated: V8's ropes cost 8 ns a token, an array joined at the end 14 (measured).
  protected head: MessageHead | undefined;
  /** Content of the runs that were reported. */
  protected content = '';
  /** The run that `flushRun` reports next. */
  protected run = '';
  /** UTF-16 units of content so far, retained or not. */
  protected units = 0;
  /** `units` beyond which the exact byte count must be taken. */
  protected unitCheck = 0;
  /** Bytes of the first `measuredUnits` units. */
  protected measuredBytes = 0;
  private measuredUnits = 0;
  /** Content is retained. */
  protected keep = true;
  protected readonly range: ContentRange = { start: 0, end: 0 };
  private messageAt = 0;
  private contentAt = 0;
  protected bodyAt = 0;
  protected strays = 0;

  protected messages: HarmonyMessage[] = [];
  protected issues: Issue[] = [];
  /** Messages that were opened. */
  protected count = 0;
  protected usage: UsageCounter | undefined;
  /** Where the driver stands: the position an error is reported at. */
  protected cursor = 0;
  /** Set while a prefill is fed: nothing is reported. */
  protected silent = false;
  protected delta: string | null = null;

  constructor(options: ResolvedOptions, unit: 'token' | 'utf16') {
    this.options = options;
    this.unit = unit;
  }

  /** Nothing was reported yet; an open message stays open. */
  protected clearReport(): void {
    this.messages = [];
    this.issues = [];
    this.count = 0;
    this.usage = this.unit === 'token' ? new UsageCounter() : undefined;
    this.cursor = 0;
    this.silent = false;
    this.delta = null;
    this.run = '';
    this.content = '';
  }

  protected openMessage(head: MessageHead, messageAt: number, contentAt: number, bodyAt: number): void {
    this.head = head;
    this.content = '';
    this.run = '';
    this.units = 0;
    this.measuredBytes = 0;
    this.measuredUnits = 0;
    this.unitCheck = Math.floor(this.options.maxContentBytes / 3);
    this.messageAt = messageAt;
    this.contentAt = contentAt;
    this.bodyAt = bodyAt;
    this.strays = 0;
    const { retain } = this.options;
    this.keep = retain === 'all' || (retain === 'calls' && isCall(head));
  }

  protected start(head: MessageHead): void {
    this.count++;
    if (this.silent) return;
    this.options.onMessageStart?.(head);
  }

  /** Adds content to the current run; reported by `flushRun`. */
  protected append(text: string, at: number, until: number): void {
    if (this.run === '') this.range.start = at;
    this.range.end = until;
    this.run += text;
    this.units += text.length;
    if (this.units > this.unitCheck) this.measure();
  }

  // Counts bytes exactly only when three per unit would exceed the limit; each unit is looked at once.
  private measure(): void {
    if (this.keep) {
      this.measuredBytes += utf8Length((this.content + this.run).slice(this.measuredUnits));
    } else {
      this.measuredBytes += utf8Length(this.run.slice(this.measuredUnits - (this.units - this.run.length)));
    }
    this.measuredUnits = this.units;
    const room = this.options.maxContentBytes - this.measuredBytes;
    if (room < 0) this.refuseSize();
    this.unitCheck = this.units + Math.floor(room / 3);
  }

  protected refuseSize(): never {
    const limit = this.options.maxContentBytes;
    throw new HarmonyError(
      'ERR_HARMONY_CONTENT_TOO_LARGE',
      `a message holds more than maxContentBytes (${limit}) bytes`,
    );
  }

  /** Adds content that was reported already and fits the limit. */
  protected appendReported(text: string): void {
    this.units += text.length;
    this.content += text;
  }

  /** The same for content that is not retained. */
  protected countReported(units: number, bytes: number): void {
    this.units += units;
    this.measuredBytes += bytes;
    this.measuredUnits = this.units;
  }

  /** Reports the current run as one delta. */
  protected flushRun(): void {
    const { run } = this;
    if (this.keep) {
      this.run = '';
      this.content += run;
    } else {
      // What is not retained must be counted while it is there.
      this.measure();
      this.run = '';
    }
    this.delta = run;
    if (!this.silent) this.options.onDelta?.(run, this.head!, this.range);
  }

  protected close(end: Terminator, at: number, until: number): void {
    const head = this.head!;
    if (this.run !== '') this.flushRun();
    const content = flat(this.content);
    const tokens: TokenSpan | undefined =
      this.unit === 'token'
        ? { start: this.messageAt, content: this.contentAt, contentEnd: at, end: until }
        : undefined;
    const message: HarmonyMessage = {
      index: head.index,
      role: head.role,
      name: head.name,
      recipient: head.recipient,
      channel: head.channel,
      contentType: head.contentType,
      constrained: head.constrained,
      header: head.header,
      start: head.start,
      body: head.body,
      content,
      end,
      tokens,
    };
    if (this.unit === 'utf16') rememberOffset(message, this.messageAt);
    if (this.bodyAt >= 0) this.usage?.body(head, at - this.bodyAt - this.strays);
    this.messages.push(message);
    this.head = undefined;
    this.content = '';
    this.machine = State.Idle;
    if (!this.silent) this.options.onMessageEnd?.(message);
  }

  protected messageIndex(): number {
    return this.head === undefined ? this.count : this.count - 1;
  }

  protected issue(code: IssueCode, at: number, messageIndex: number, text?: string): void {
    const issue = makeIssue(code, messageIndex, at, this.unit, text);
    this.issues.push(issue);
    if (!this.silent) this.options.onIssue?.(issue);
    if (this.options.strict && issue.severity === 'error')
      throw new HarmonyParseError(issue, this.cursor, this.messages);
  }
}

// Reading a unit makes V8 flatten a rope once, so that what is retained is text and not a cell per token.
function flat(text: string): string {
  text.charCodeAt(0);
  return text;
}

export const LOOSE_FIELDS: Omit<HeaderFields, 'role'> = {
  name: undefined,
  recipient: undefined,
  channel: undefined,
  contentType: undefined,
  constrained: false,
  issues: [],
};

export function makeHead(
  index: number,
  fields: HeaderFields,
  header: string,
  start: boolean,
  body: MessageHead['body'],
): MessageHead {
  return {
    index,
    role: fields.role,
    name: fields.name,
    recipient: fields.recipient,
    channel: fields.channel,
    contentType: fields.contentType,
    constrained: fields.constrained,
    header,
    start,
    body,
  };
}

function isCall(head: MessageHead): boolean {
  return head.role === 'assistant' && isCallRecipient(head.recipient);
}
