/**
 * From columns back to messages: hands the envelope the same text and tokens, in the same order and at the same
 * positions, as the parser of token ids does. Irregular sequences, issues and usage come this way, so that nothing
 * of the grammar is written twice.
 */
import { Envelope, type ResolvedOptions } from '../parse/index.ts';
import { Kind, kindOf, type ParseResult, specialName } from '../wire/index.ts';
import { type Columns, RowFlag, RowForm } from './columns.ts';
import { type ContentDecoder, contentDecoder } from './decode.ts';
import { headerPieces } from './raw-headers.ts';

export class Replay extends Envelope {
  private readonly columns: Columns;
  private readonly decode: ContentDecoder;
  /** The next mark, and the one behind the last of the sequence. */
  private mark = 0;
  private marksEnd = 0;

  constructor(columns: Columns, options: ResolvedOptions) {
    super(options, 'token');
    this.columns = columns;
    this.decode = contentDecoder(columns.content);
  }

  /** The result of sequence `i`. @throws HarmonyParseError in mode strict */
  result(i: number): ParseResult {
    const { sequenceRow, sequenceMark, sequenceLength } = this.columns;
    this.begin();
    this.mark = sequenceMark[i]!;
    this.marksEnd = sequenceMark[i + 1]!;
    const rowsEnd = sequenceRow[i + 1]!;
    for (let row = sequenceRow[i]!; row < rowsEnd; row++) this.replayRow(row);
    const length = sequenceLength[i]!;
    while (this.marksUntil(length)) this.handMark();
    return this.finish(length);
  }

  private replayRow(row: number): void {
    const { rowStart, rowForm, rowBody, rowClose, rowFlags, rowEnd } = this.columns;
    const form = rowForm[row] as RowForm;
    const body = rowBody[row]!;
    while (this.marksUntil(rowStart[row]!)) this.handMark();
    let skip = 0;
    if (form !== RowForm.Loose) {
      const headerOpen = this.openHeaderOf(row);
      if (headerOpen >= 0) skip = this.replayHeader(row, headerOpen);
      if ((rowFlags[row]! & RowFlag.InvalidHeader) !== 0) this.markInvalidHeader();
      if (form === RowForm.Message && headerOpen >= 0) this.hand(Kind.Message, body - 1);
    }
    if (form !== RowForm.HeaderOnly) this.replayContent(row, skip, form === RowForm.Overflow && skip === 0);
    const end = rowEnd[row] as Kind;
    // Start, channel and message tokens are handed on as what opens the next row.
    const opensNext = end === Kind.Start || end === Kind.Channel || end === Kind.Message;
    if (!opensNext && end !== Kind.Eof) this.hand(end, rowClose[row]!);
  }

  /** Hands on what opened a row with a header; returns how many header bytes that was, -1 for a message token. */
  private openHeaderOf(row: number): number {
    const { rowFlags, rowStart, rowHeader } = this.columns;
    const flags = rowFlags[row]!;
    const at = rowStart[row]!;
    if ((flags & RowFlag.Given) !== 0) return 0;
    if ((flags & RowFlag.Start) !== 0) {
      this.hand(Kind.Start, at);
      return 0;
    }
    const byChannel = rowHeader[row] !== 0;
    this.hand(byChannel ? Kind.Channel : Kind.Message, at);
    return byChannel ? 1 : -1;
  }

  // Returns how many bytes of the content a mark at the header's end has handed on already.
  private replayHeader(row: number, from: number): number {
    const { rowHeader, headerOffset, rowBody } = this.columns;
    const entry = rowHeader[row]!;
    const start = headerOffset[entry]!;
    const end = headerOffset[entry + 1]!;
    let at = start + from;
    let beyond = 0;
    while (this.marksUntil(rowBody[row]!)) {
      const markAt = start + this.columns.markOffset[this.mark]!;
      this.handHeader(at, markAt);
      at = markAt + this.handMark();
      beyond = Math.max(0, at - end);
    }
    this.handHeader(at, end);
    return beyond;
  }

  private handHeader(from: number, until: number): void {
    if (from >= until) return;
    for (const { kind, text } of headerPieces(this.columns.headerBytes, from, until)) {
      // Inside a header no position matters: its issues stand where it began.
      if (kind === Kind.Text) this.text(text, this.cursor, this.cursor);
      else this.control(kind, this.cursor, this.cursor);
    }
  }

  private replayContent(row: number, skip: number, overflows: boolean): void {
    const { rowContent, rowBody, rowClose, rowForm, rowFlags, markToken, markOffset } = this.columns;
    const start = rowContent[row]!;
    const end = rowContent[row + 1]!;
    const close = rowClose[row]!;
    const loose = rowForm[row] === RowForm.Loose;
    const given = (rowFlags[row]! & RowFlag.Given) !== 0;
    let at = start + skip;
    let token = rowBody[row]!;
    let first = overflows;
    while (this.marksUntil(close)) {
      const mark = markToken[this.mark]!;
      const markAt = start + markOffset[this.mark]!;
      this.handContent(row, at, markAt, token, mark, first);
      first = false;
      const length = this.handMark();
      // A reserved token leaves its name in headers and bodies; a given header is one until its first token.
      const left = !loose || length === UNKNOWN_BYTES || (given && mark === 0);
      at = markAt + (left ? length : 0);
      token = mark + 1;
    }
    this.handContent(row, at, end, token, close, first);
  }

  private handContent(row: number, from: number, until: number, token: number, end: number, overflows: boolean): void {
    if (from >= until) return;
    const text = this.decode(from, until, (this.columns.rowFlags[row]! & RowFlag.Ascii) !== 0);
    if (!overflows) return this.text(text, token, end);
    // The first character is the one that went beyond the limit; its token ends where the body begins.
    const length = text.codePointAt(0)! > 0xffff ? 2 : 1;
    this.text(text.slice(0, length), token - 1, token);
    this.text(text.slice(length), token, end);
  }

  private marksUntil(token: number): boolean {
    return this.mark < this.marksEnd && this.columns.markToken[this.mark]! < token;
  }

  // Returns how many bytes the mark leaves where it counts as text.
  private handMark(): number {
    const at = this.columns.markToken[this.mark]!;
    const id = this.columns.markId[this.mark]!;
    this.mark++;
    this.cursor = at;
    const kind = kindOf(id);
    if (kind === Kind.Unknown) {
      this.unknown(at, at + 1);
      return UNKNOWN_BYTES;
    }
    if (kind !== Kind.Reserved) {
      this.control(kind, at, at + 1);
      return 0;
    }
    const name = specialName(id);
    this.reserved(name, at, at + 1);
    return name.length;
  }

  private hand(kind: Kind, at: number): void {
    this.cursor = at;
    this.control(kind, at, at + 1);
  }
}

/** U+FFFD. No name of a reserved token is that short. */
const UNKNOWN_BYTES = 3;
