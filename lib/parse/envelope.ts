/**
 * One parse in progress: runs the envelope machine over text runs and tokens that a driver hands in, applies the
 * header grammar, and makes messages, deltas and issues. Drivers: `token-parser.ts`, `text-parser.ts`, and the replay
 * of batch columns in `lib/engine`. All positions are the driver's: token indexes or UTF-16 offsets.
 */
import {
  KIND_COUNT,
  Kind,
  type ParseResult,
  type PendingHeader,
  type Role,
  SPELLING,
  skipWhiteSpace,
  type Terminator,
  trimWhiteSpace,
  utf8Length,
} from '../wire/index.ts';
import { bareRole, type HeaderFields, isEmptyHeader, readHeader } from './header.ts';
import { readHeaderCached } from './header-cache.ts';
import { HeaderWords } from './header-words.ts';
import { Action, State, TRANSITIONS } from './machine.ts';
import { LOOSE_FIELDS, makeHead, OpenMessage } from './open-message.ts';
import type { ResolvedOptions } from './options.ts';
import { splitHeader, stopsInHeader } from './split.ts';
import { readStrictHeader } from './strict-header.ts';
import type { StrippedPart } from './stripped.ts';
import { gluedToAssistant, roleOf, wordEnd } from './words.ts';

const TERMINATOR: Readonly<Record<number, Terminator>> = {
  [Kind.End]: 'end',
  [Kind.Return]: 'return',
  [Kind.Call]: 'call',
};

/** A header being read. */
class OpenHeader {
  raw = '';
  /** Bytes of its text; markers are not counted. */
  bytes = 0;
  /** Tokens that are markers: the start token, channel and constrain tokens. */
  markers: number;
  /** Some of its bytes were no UTF-8. */
  invalid = false;
  readonly at: number;
  readonly given: Role | null;
  /** Its start token was there, or the role was given by the caller. */
  readonly started: boolean;

  constructor(at: number, given: Role | null, started: boolean, markers: number) {
    this.at = at;
    this.given = given;
    this.started = started;
    this.markers = markers;
  }
}

/** Text that may be content or the beginning of a header. */
class HeldText {
  readonly words = new HeaderWords();
  readonly at: number;
  /** The role whose header's place this is; null between messages. */
  readonly given: Role | null;
  bytes = 0;
  /** Reserved tokens that were dropped from it. */
  strays = 0;

  constructor(at: number, given: Role | null) {
    this.at = at;
    this.given = given;
  }
}

export class Envelope extends OpenMessage {
  private header: OpenHeader | undefined;
  private held: HeldText | undefined;

  private pending: PendingHeader | undefined;
  /** Where a pending header without an issue of its own began (it is a bare role). */
  private unsaid = -1;
  private unannounced = false;

  protected lastStop: 'return' | 'call' | null = null;

  constructor(options: ResolvedOptions, unit: 'token' | 'utf16') {
    super(options, unit);
    this.begin();
  }

  /** Puts the machine at the beginning of an input. */
  protected begin(): void {
    const { role } = this.options;
    this.machine = role === null ? State.Idle : State.Header;
    this.header = role === null ? undefined : new OpenHeader(0, role, true, 0);
    this.held = undefined;
    this.head = undefined;
    this.unannounced = false;
    this.forget();
  }

  // Nothing was reported yet.
  private forget(): void {
    this.clearReport();
    this.pending = undefined;
    this.unsaid = -1;
    this.lastStop = null;
  }

  // ---- what drivers hand in

  /** Decoded text that stands at [at, until). */
  protected text(text: string, at: number, until: number): void {
    if (text === '') return;
    if (this.head !== undefined) this.append(text, at, until);
    else if (this.machine === State.Header) this.headerText(text, at, until);
    else this.hold(text, at, until, null);
  }

  /** A control token or `<|endoftext|>` at [at, until). */
  protected control(kind: Kind, at: number, until: number): void {
    if (kind === Kind.Return) this.lastStop = 'return';
    else if (kind === Kind.Call) this.lastStop = 'call';
    if (this.held !== undefined) this.settleHeld(kind, at);
    this.act(TRANSITIONS[this.machine * KIND_COUNT + kind] as Action, kind, at, until);
  }

  /** A reserved token: its name is text in headers and bodies, dropped elsewhere. */
  protected reserved(name: string, at: number, until: number): void {
    const placed = this.held?.given != null && !this.options.strict;
    const action = TRANSITIONS[this.machine * KIND_COUNT + Kind.Reserved];
    if (action !== Action.AsText && !placed) {
      if (this.head !== undefined) this.strays++;
      else if (this.held !== undefined) this.held.strays++;
      this.issue('stray_token', at, this.messageIndex());
      return;
    }
    this.text(name, at, until);
    this.issue('reserved_token', at, this.messageIndex());
  }

  /** An id that is not in the vocabulary. */
  protected unknown(at: number, until: number): void {
    if (this.options.strict) this.issue('unknown_token', at, this.messageIndex());
    this.text('\ufffd', at, until);
    this.issue('unknown_token', at, this.messageIndex());
  }

  /** Bytes of a header were no UTF-8. Tolerant mode keeps U+FFFD in the header's text; strict mode refuses the header. */
  protected markInvalidHeader(): void {
    if (this.header !== undefined) this.header.invalid = true;
  }

  /** The parts of text whose markers were removed; nothing else was fed. */
  protected takeStripped(parts: readonly StrippedPart[], length: number): void {
    this.header = undefined;
    this.issue('markers_stripped', 0, 0);
    parts.forEach((part, i) => {
      this.reportHeaderIssues(part.fields, part.at);
      const head = makeHead(this.count, part.fields, part.header, part.at === 0, part.loose ? 'loose' : 'message');
      this.openMessage(head, part.at, part.at, part.at);
      this.start(head);
      const until = parts[i + 1]?.at ?? length;
      if (part.content !== '') this.append(part.content, until - part.content.length, until);
      this.close(until === length ? 'eof' : 'implicit', until, until);
    });
  }

  /** The input stops at `at`. */
  protected finish(at: number): ParseResult {
    this.cursor = at;
    if (this.held !== undefined) this.settleHeld(Kind.Eof, at);
    this.act(TRANSITIONS[this.machine * KIND_COUNT + Kind.Eof] as Action, Kind.Eof, at, at);
    const { messages, issues, pending } = this;
    return { messages, issues, usage: this.usage?.total(at), pending };
  }

  /** Ends the runs of content of one `feed`. */
  protected endRun(): void {
    if (this.run !== '') this.flushRun();
  }

  /** Text is held in the place of a header whose role was given. */
  protected get inHeaderPlace(): boolean {
    return this.held?.given != null;
  }

  // ---- prefill

  /** Feeds input that came before: its messages and issues are not reported, an open header or message stays open. */
  protected runPrefill(feed: () => void): void {
    this.silent = true;
    feed();
    this.endRun();
    this.forget();
    if (this.header !== undefined) {
      const { raw, bytes, given, started } = this.header;
      this.header = new OpenHeader(0, given, started, 0);
      this.header.raw = raw;
      this.header.bytes = bytes;
    }
    if (this.held !== undefined) {
      const { words, bytes, given } = this.held;
      this.held = new HeldText(0, given);
      this.held.words.add(words.text);
      this.held.bytes = bytes;
    }
    if (this.head !== undefined) {
      this.openMessage({ ...this.head, index: 0 }, 0, 0, 0);
      this.count = 1;
      this.unannounced = true;
    }
  }

  /** Reports the message that a prefill left open; called at the first feed. */
  protected announce(): void {
    if (!this.unannounced) return;
    this.unannounced = false;
    this.options.onMessageStart?.(this.head!);
  }

  protected get needsAnnouncement(): boolean {
    return this.unannounced;
  }

  // ---- transitions

  private act(action: Action, kind: Kind, at: number, until: number): void {
    switch (action) {
      case Action.OpenHeader:
        return this.openHeader(at, null, true);
      case Action.OpenHeaderAtChannel:
        this.issue('missing_start', at, this.count);
        this.openHeader(at, 'assistant', false);
        return this.headerMarker(kind);
      case Action.OpenBody:
        this.issue('missing_start', at, this.count);
        this.openHeader(at, 'assistant', false);
        this.header!.markers = 0;
        return this.completeHeader(until);
      case Action.HeaderMarker:
        this.header!.markers++;
        return this.headerMarker(kind);
      case Action.CompleteHeader:
        return this.completeHeader(until);
      case Action.RestartHeader:
        return this.restartHeader(at);
      case Action.StopHeader:
        return this.stopHeader(TERMINATOR[kind]!, at, until);
      case Action.EndHeader:
        return this.endHeader(at);
      case Action.Close:
        return this.close(TERMINATOR[kind]!, at, until);
      case Action.CloseAtEnd:
        return this.close('eof', at, at);
      case Action.CutByStart:
      case Action.CutByChannel:
      case Action.CutByMessage:
        if (this.machine === State.Body) this.issue('missing_end', at, this.count - 1);
        this.close('implicit', at, at);
        return this.act(TRANSITIONS[State.Idle * KIND_COUNT + kind] as Action, kind, at, until);
      case Action.StrayStop:
        return this.issue('stray_stop_token', at, this.count);
      case Action.StrayToken:
        if (this.head !== undefined) this.strays++;
        return this.issue('stray_token', at, this.messageIndex());
      default:
        return;
    }
  }

  // ---- loose text

  private hold(text: string, at: number, until: number, given: Role | null): void {
    this.machine = State.Loose;
    this.held ??= new HeldText(at, given);
    const { held } = this;
    const possible = held.words.add(text);
    held.bytes += utf8Length(text);
    if (held.words.blank) {
      if (held.bytes > this.options.maxContentBytes) this.refuseSize();
      return;
    }
    if (this.options.strict && this.unit === 'utf16') this.cursor = held.at + skipWhiteSpace(held.words.text, 0);
    if (this.options.strict || !possible || held.bytes > this.options.maxHeaderBytes) this.releaseHeld(until);
  }

  // What held text is, now that something else comes: nothing, the beginning of a header, or a message.
  private settleHeld(kind: Kind, at: number): void {
    const held = this.held!;
    const { text, blank } = held.words;
    if (blank) {
      this.held = undefined;
      this.machine = State.Idle;
      if (held.given !== null) this.headerFromHeld(held, held.given);
      else this.usage?.idle(at - held.at - held.strays);
      return;
    }
    const bare = kind === Kind.Start && held.given !== null && bareRole(text, held.given) !== undefined;
    const opens = kind === Kind.Channel || kind === Kind.Message || kind === Kind.Constrain;
    if (!bare && !(opens && held.words.complete())) return this.releaseHeld(at);
    this.held = undefined;
    if (this.pending !== undefined) this.abandonPending();
    if (held.given === null) this.issue('missing_start', held.at, this.count);
    this.headerFromHeld(held, held.given ?? roleOfHeld(text));
  }

  private headerFromHeld(held: HeldText, given: Role | null): void {
    this.machine = State.Header;
    this.header = new OpenHeader(held.at, given, held.given !== null, held.strays);
    this.header.raw = held.words.text;
    this.header.bytes = held.bytes;
  }

  private releaseHeld(until: number): void {
    const held = this.held!;
    if (this.pending !== undefined) this.abandonPending();
    this.held = undefined;
    this.machine = State.Loose;
    const role = held.given ?? 'assistant';
    if (this.count > 0 || this.options.strict) this.issue('text_between_messages', held.at, this.count);
    else if (role === 'assistant') this.issue('no_channel', held.at, this.count);
    const head = makeHead(this.count, { ...LOOSE_FIELDS, role }, '', held.given !== null, 'loose');
    this.openMessage(head, held.at, held.at, held.at);
    this.strays = held.strays;
    this.start(head);
    this.append(held.words.text, held.at, until);
  }

  // ---- headers

  // Input goes on behind an `<|endoftext|>` that cut a header off: that header is no longer pending, but not lost either.
  private abandonPending(): void {
    const { pending, unsaid } = this;
    this.pending = undefined;
    this.unsaid = -1;
    if (pending !== undefined && unsaid >= 0) this.issue('truncated_header', unsaid, this.count, pending.header);
  }

  private openHeader(at: number, given: Role | null, started: boolean): void {
    if (this.pending !== undefined) this.abandonPending();
    this.machine = State.Header;
    this.header = new OpenHeader(at, given, started, 1);
  }

  private headerText(text: string, at: number, until: number): void {
    const header = this.header!;
    // Unmarked text at the very start of a given header may be the answer itself.
    if (header.raw === '' && header.started && header.given !== null && !this.options.strict) {
      this.header = undefined;
      return this.hold(text, at, until, header.given);
    }
    const bytes = utf8Length(text);
    if (header.bytes + bytes <= this.options.maxHeaderBytes) {
      header.bytes += bytes;
      header.raw += text;
      return;
    }
    const fits = unitsWithin(text, this.options.maxHeaderBytes - header.bytes);
    header.raw += text.slice(0, fits);
    if (this.unit === 'utf16') this.cursor = at + fits;
    this.overflowHeader(until);
    this.text(text.slice(fits), this.unit === 'utf16' ? at + fits : at, until);
  }

  private headerMarker(kind: Kind): void {
    const header = this.header!;
    header.raw += SPELLING[kind]!;
    // Markers do not count towards maxHeaderBytes: a header of nothing else is bounded here.
    if (header.raw.length > this.options.maxHeaderBytes + this.options.maxContentBytes) this.refuseSize();
  }

  private completeHeader(until: number): void {
    const header = this.header!;
    this.header = undefined;
    const fields = this.fieldsOf(header);
    this.countHeader(header, until - 1);
    this.machine = State.Body;
    const head = makeHead(this.count, fields, header.raw, header.started, 'message');
    this.reportHeaderIssues(fields, header.at);
    this.openMessage(head, header.at, until, until);
    this.start(head);
  }

  private fieldsOf(header: OpenHeader): HeaderFields {
    const { tools, strict } = this.options;
    if (strict && header.invalid) this.issue('junk_in_header', header.at, this.count, header.raw);
    if (!strict) {
      return tools === undefined
        ? readHeaderCached(header.raw, header.given)
        : readHeader(header.raw, { given: header.given, tools });
    }
    const fields = readStrictHeader(header.raw, header.given);
    if (!('refused' in fields)) return fields;
    this.issue(fields.refused, header.at, this.count, fields.text);
    return readHeader(header.raw, { given: header.given, tools });
  }

  private reportHeaderIssues(fields: HeaderFields, at: number): void {
    for (const { code, text } of fields.issues) this.issue(code, at, this.count, text);
  }

  private restartHeader(at: number): void {
    const header = this.header!;
    const bare = bareRole(header.raw, header.given);
    if (bare === undefined && !isEmptyHeader(header.raw)) {
      this.header = undefined;
      this.splitInto(header, 'implicit', at, at);
    } else {
      // A role that was given is announced again by a prompt's own start token: nothing odd at the very beginning.
      const veryFirst = at === 0 && header.raw === '' && header.started && header.markers === 0;
      this.countHeader(header, at);
      if (!veryFirst) this.issue('duplicate_start', at, this.count, bare);
    }
    this.openHeader(at, null, true);
  }

  private stopHeader(end: Terminator, at: number, until: number): void {
    const header = this.header!;
    this.header = undefined;
    this.machine = State.Idle;
    const bare = bareRole(header.raw, header.given);
    if (bare !== undefined) {
      this.countHeader(header, at);
      return this.issue('missing_message_token', header.at, this.count, bare);
    }
    if (isEmptyHeader(header.raw)) {
      this.countHeader(header, at);
      return this.issue('stray_stop_token', at, this.count);
    }
    this.splitInto(header, end, at, until);
  }

  private endHeader(at: number): void {
    const header = this.header!;
    this.header = undefined;
    this.machine = State.Idle;
    const { raw, given } = header;
    if (this.options.strict) this.issue('truncated_header', header.at, this.count, raw);
    if (isEmptyHeader(raw) || bareRole(raw, given) !== undefined) {
      this.countHeader(header, at);
      this.pending = pendingOf(raw, isEmptyHeader(raw) ? given : (roleOf(trimWhiteSpace(raw)) ?? given));
      this.unsaid = isEmptyHeader(raw) ? -1 : header.at;
      return;
    }
    this.splitInto(header, 'eof', at, at);
  }

  // Makes the messages of a header without message token. At the end of the input a last part without content is
  // no message but a header that was cut off.
  private splitInto(header: OpenHeader, end: Terminator, at: number, until: number): void {
    const parts = splitHeader(header.raw, { given: header.given, tools: this.options.tools });
    const cut = end === 'eof' && stopsInHeader(parts.at(-1)!) ? parts.pop() : undefined;
    this.countHeader(header, at);
    if (parts.length > 0) this.issue('missing_message_token', header.at, this.count);
    parts.forEach((part, i) => {
      const last = i === parts.length - 1 && cut === undefined;
      this.openPart(header, part);
      if (!last) this.issue('missing_end', header.at, this.count - 1);
      this.close(last ? end : 'implicit', at, last ? until : at);
    });
    this.machine = State.Idle;
    if (cut === undefined) return;
    const raw = cut.header + cut.content;
    this.issue('truncated_header', header.at, this.count, raw);
    const { role, recipient, channel } = cut.fields;
    // A lone word that is no role was cut off itself (`assistan`).
    const named = role !== 'tool' || wordEnd(raw, skipWhiteSpace(raw, 0)) < raw.length;
    this.pending = { header: raw, role: named ? role : undefined, recipient, channel };
    this.unsaid = -1;
  }

  private openPart(header: OpenHeader, part: ReturnType<typeof splitHeader>[number]): void {
    this.reportHeaderIssues(part.fields, header.at);
    const head = makeHead(this.count, part.fields, part.header, header.started, 'split');
    this.openMessage(head, header.at, header.at, -1);
    this.start(head);
    if (part.content !== '') this.append(part.content, header.at, this.cursor);
  }

  private overflowHeader(until: number): void {
    const header = this.header!;
    this.header = undefined;
    this.issue('header_too_long', header.at, this.count);
    const parts = splitHeader(header.raw, { given: header.given, tools: this.options.tools });
    this.countHeader(header, until);
    parts.forEach((part, i) => {
      this.openPart(header, part);
      if (i === parts.length - 1) return;
      this.issue('missing_end', header.at, this.count - 1);
      this.close('implicit', until, until);
    });
    this.machine = State.Body;
    this.bodyAt = until;
  }

  private countHeader(header: OpenHeader, end: number): void {
    this.usage?.header(end - header.at - header.markers);
  }
}

// Header words without a start token: the role they name, or assistant.
function roleOfHeld(text: string): Role | null {
  const trimmed = text.slice(skipWhiteSpace(text, 0));
  const word = trimmed.slice(0, wordEnd(trimmed, 0));
  return roleOf(word) !== undefined || gluedToAssistant(word) !== undefined ? null : 'assistant';
}

function pendingOf(header: string, role: Role | null): PendingHeader {
  return { header, role: role ?? undefined, recipient: undefined, channel: undefined };
}

// Units of `text` that fit into `bytes` of UTF-8, whole characters only.
function unitsWithin(text: string, bytes: number): number {
  let left = bytes;
  let i = 0;
  for (const character of text) {
    left -= utf8Length(character);
    if (left < 0) break;
    i += character.length;
  }
  return i;
}
