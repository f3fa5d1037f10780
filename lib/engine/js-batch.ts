/**
 * The envelope machine over token ids, down to columns, in plain TypeScript. It sees kinds of tokens only.
 * Measured: 6 ns a token. Text is copied in words of four bytes, because a loop over bytes takes 17 ns for that alone.
 */
import { Action, State, TRANSITIONS } from '../parse/index.ts';
import { KIND_COUNT, Kind, ORDINARY_COUNT, RARE_TAG, SLOT_BYTES, TAG_AT, type Vocabulary } from '../wire/index.ts';
import { MarkStore, RowStore, SequenceStore } from './column-store.ts';
import { type Columns, HEADER_CHANNEL, HEADER_CONSTRAIN, RowFlag, RowForm } from './columns.ts';
import { fresh, grown, trimmed, whole } from './grow.ts';
import { HeaderTable } from './header-table.ts';
import { FITS, HeaderText } from './header-text.ts';
import { type Slots, slotsOf, specialKind, UNKNOWN_TEXT } from './slots.ts';

/** Bytes that a copy may write beyond the text itself. */
const SLACK = 16;
const HIGH_BITS = 0x80808080;

export interface JsBatchSetup {
  sequences: number;
  /** Content bytes that are expected; more is possible. */
  contentBytes: number;
  /** A role was given: every sequence begins inside a header. */
  given: boolean;
  maxHeaderBytes: number;
  /** Columns of this engine whose memory may be used again. */
  into: Columns | undefined;
}

export class JsBatch {
  private readonly slots: Slots;
  private readonly given: boolean;
  private readonly rows = new RowStore();
  private readonly marks = new MarkStore();
  private readonly headers = new HeaderTable();
  private readonly sequences: SequenceStore;
  private readonly header: HeaderText;

  private content: Uint8Array = new Uint8Array(0);
  private view: DataView;
  private at = 0;

  private state: State = State.Idle;
  private row = 0;
  private form: RowForm = RowForm.HeaderOnly;
  private flags = 0;
  /** Union of the words of this row's content: shows whether a byte was not ASCII. */
  private union = 0;

  constructor(vocabulary: Vocabulary, setup: JsBatchSetup) {
    const { into } = setup;
    this.slots = slotsOf(vocabulary);
    this.given = setup.given;
    this.header = new HeaderText(this.headers, setup.maxHeaderBytes);
    this.sequences = new SequenceStore(setup.sequences, into);
    if (into !== undefined) {
      this.rows.reuse(into);
      this.marks.reuse(into);
      this.headers.reuse(into);
      this.content = whole(into.content);
    }
    this.content = fresh(this.content, setup.contentBytes + SLACK);
    this.view = viewOf(this.content);
  }

  // ---- a sequence: begin, run over its tokens in any number of steps, end

  begin(): void {
    this.sequences.begin(this.rows.count, this.marks.count);
    this.state = State.Idle;
    if (this.given) this.openRow(0, RowFlag.Given, State.Header);
  }

  /** Takes `tokens[from, until)`; `origin` is where the sequence begins in `tokens`. */
  run(tokens: Uint32Array, origin: number, from: number, until: number): void {
    let i = from;
    while (i < until) {
      const id = tokens[i]!;
      if (id >= ORDINARY_COUNT) this.special(id, i++ - origin);
      else if (this.state === State.Header) i = this.headerToken(id, i, origin);
      else {
        if (this.state === State.Idle) this.openLoose(i - origin);
        i = this.copy(tokens, i, until);
      }
    }
  }

  end(length: number): void {
    if (this.state === State.Header) this.flushHalf(length);
    if (this.state === State.Header) this.closeHeader(length, Kind.Eof);
    else if (this.state !== State.Idle) this.closeRow(length, Kind.Eof);
    this.sequences.end(length);
  }

  finish(): Columns {
    const rows = this.rows.finish(this.at);
    const marks = this.marks.finish();
    return {
      ...this.sequences.finish(rows.rows, marks.marks),
      ...rows,
      ...marks,
      ...this.headers.finish(),
      content: trimmed(this.content, this.at),
    };
  }

  // ---- content

  /** Copies ordinary tokens up to the first special one; returns its index. */
  private copy(tokens: Uint32Array, from: number, until: number): number {
    const { words } = this.slots;
    let { view, at, union } = this;
    let last = view.byteLength - SLACK;
    let i = from;
    for (; i < until; i++) {
      const id = tokens[i]!;
      if (id >= ORDINARY_COUNT) break;
      const slot = id << 2;
      const third = words[slot + 3]!;
      const length = third >>> 24;
      if (at > last || length >= RARE_TAG) {
        this.at = at;
        this.union = union;
        this.copyLong(id, length);
        ({ view, at, union } = this);
        last = view.byteLength - SLACK;
        continue;
      }
      // Without a branch for the first eight bytes: 2.2 ns a token instead of 5.0.
      const first = words[slot]!;
      const second = words[slot + 1]!;
      union |= first | second;
      view.setUint32(at, first, true);
      view.setUint32(at + 4, second, true);
      if (length > 8) {
        union |= words[slot + 2]! | third;
        view.setUint32(at + 8, words[slot + 2]!, true);
        view.setUint32(at + 12, third, true);
      }
      at += length;
    }
    this.at = at;
    this.union = union;
    return i;
  }

  // A token that does not fit its slot, or the room that is left.
  private copyLong(id: number, tag: number): void {
    const bytes = this.slots.bytes(id);
    this.addContent(bytes, 0, tag < RARE_TAG ? tag : bytes.length);
  }

  private addContent(source: Uint8Array, from: number, until: number): void {
    const needed = this.at + until - from + SLACK;
    if (needed > this.content.length) {
      this.content = grown(this.content, needed);
      this.view = viewOf(this.content);
    }
    for (let i = from; i < until; i++) {
      this.union |= source[i]!;
      this.content[this.at++] = source[i]!;
    }
  }

  // ---- headers

  private headerToken(id: number, i: number, origin: number): number {
    // Text in the place of a header whose role was given may be the answer itself: it stays undecided here.
    if (this.becomesLoose()) return i;
    const { slotBytes } = this.slots;
    const slot = id * SLOT_BYTES;
    const tag = slotBytes[slot + TAG_AT]!;
    if (tag < RARE_TAG) this.headerText(slotBytes, slot, slot + tag, i - origin);
    else this.longHeaderText(this.slots.bytes(id), i - origin);
    return i + 1;
  }

  private becomesLoose(): boolean {
    if ((this.flags & RowFlag.Given) === 0 || !this.header.isEmpty) return false;
    this.form = RowForm.Loose;
    this.rows.body[this.row] = 0;
    this.rows.header[this.row] = 0;
    this.state = State.Loose;
    return true;
  }

  private longHeaderText(bytes: Uint8Array, at: number): void {
    this.headerText(bytes, 0, bytes.length, at);
  }

  private headerText(bytes: Uint8Array, from: number, until: number, at: number): void {
    const rest = this.header.take(bytes, from, until);
    if (rest === FITS) return;
    this.overflow(at + 1);
    this.addContent(bytes, rest, until);
  }

  private overflow(body: number): void {
    const { half, halfLength } = this.header;
    this.endHeader(RowForm.Overflow, body);
    this.addContent(half, 0, halfLength);
    this.state = State.Body;
  }

  /** Half a character never crosses a special token. */
  private flushHalf(at: number): void {
    if (!this.header.flush()) this.overflow(at);
  }

  private endHeader(form: RowForm, body: number): void {
    this.form = form;
    this.rows.body[this.row] = body;
    this.rows.header[this.row] = this.headers.take();
    if (this.header.invalid) this.flags |= RowFlag.InvalidHeader;
  }

  private closeHeader(at: number, kind: Kind): void {
    this.endHeader(RowForm.HeaderOnly, at);
    this.closeRow(at, kind);
  }

  // ---- rows

  private openRow(at: number, flags: number, state: State): void {
    this.row = this.rows.add();
    this.rows.start[this.row] = at;
    this.rows.content[this.row] = this.at;
    this.flags = flags;
    this.union = 0;
    this.state = state;
    this.header.begin();
  }

  private openLoose(at: number): void {
    this.openRow(at, 0, State.Loose);
    this.form = RowForm.Loose;
    this.rows.body[this.row] = at;
    this.rows.header[this.row] = 0;
  }

  private openMessage(at: number): void {
    this.openRow(at, 0, State.Body);
    this.endHeader(RowForm.Message, at + 1);
  }

  private closeRow(at: number, kind: Kind): void {
    const { rows, row } = this;
    rows.form[row] = this.form;
    rows.flags[row] = this.flags | ((this.union & HIGH_BITS) === 0 ? RowFlag.Ascii : 0);
    rows.end[row] = kind;
    rows.close[row] = at;
    this.state = State.Idle;
  }

  // ---- special tokens

  private special(id: number, at: number): void {
    const kind = specialKind(id);
    if (this.state === State.Header) this.flushHalf(at);
    const action = TRANSITIONS[this.state * KIND_COUNT + kind] as Action;
    switch (action) {
      case Action.OpenHeader:
      case Action.OpenHeaderAtChannel:
      case Action.OpenBody:
        return this.openAt(kind, at);
      case Action.HeaderMarker:
        return this.headers.push(kind === Kind.Channel ? HEADER_CHANNEL : HEADER_CONSTRAIN);
      case Action.CompleteHeader:
        this.endHeader(RowForm.Message, at + 1);
        this.state = State.Body;
        return;
      case Action.RestartHeader:
        this.closeHeader(at, kind);
        return this.openAt(kind, at);
      case Action.StopHeader:
      case Action.EndHeader:
        return this.closeHeader(at, kind);
      case Action.Close:
      case Action.CloseAtEnd:
        return this.closeRow(at, kind);
      case Action.CutByStart:
      case Action.CutByChannel:
      case Action.CutByMessage:
        this.closeRow(at, kind);
        return this.openAt(kind, at);
      case Action.StrayStop:
      case Action.StrayToken:
        return this.mark(id, at);
      case Action.AsText:
        return this.asText(id, kind, at);
      default:
        return;
    }
  }

  private openAt(kind: Kind, at: number): void {
    if (kind === Kind.Message) return this.openMessage(at);
    this.openRow(at, kind === Kind.Start ? RowFlag.Start : 0, State.Header);
    if (kind === Kind.Channel) this.headers.push(HEADER_CHANNEL);
  }

  private mark(id: number, at: number): void {
    if (this.state === State.Idle) return this.marks.add(at, id, 0);
    this.flags |= RowFlag.Marked;
    const inHeader = this.state === State.Header;
    this.marks.add(at, id, inHeader ? this.headers.length : this.at - this.rows.content[this.row]!);
  }

  private asText(id: number, kind: Kind, at: number): void {
    const bytes = kind === Kind.Unknown ? UNKNOWN_TEXT : this.slots.bytes(id);
    if (this.state === State.Idle) this.openLoose(at);
    else if (this.state === State.Header) this.becomesLoose();
    this.mark(id, at);
    if (this.state === State.Header) this.longHeaderText(bytes, at);
    else this.addContent(bytes, 0, bytes.length);
  }
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
