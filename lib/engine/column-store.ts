/** Rows and marks of a batch while the js machine fills them. Content and headers have stores of their own. */
import type { Columns } from './columns.ts';
import { fresh, grown, trimmed, whole } from './grow.ts';

const NO_NUMBERS: Uint32Array = new Uint32Array(0);
const NO_BYTES: Uint8Array = new Uint8Array(0);

/** Everything that a row says; the machine fills it when the row closes. */
export class RowStore {
  count = 0;
  form = NO_BYTES;
  flags = NO_BYTES;
  end = NO_BYTES;
  header = NO_NUMBERS;
  content = NO_NUMBERS;
  start = NO_NUMBERS;
  body = NO_NUMBERS;
  close = NO_NUMBERS;

  reuse(columns: Columns): void {
    this.form = whole(columns.rowForm);
    this.flags = whole(columns.rowFlags);
    this.end = whole(columns.rowEnd);
    this.header = whole(columns.rowHeader);
    this.content = whole(columns.rowContent);
    this.start = whole(columns.rowStart);
    this.body = whole(columns.rowBody);
    this.close = whole(columns.rowClose);
  }

  /** Index of a new row. */
  add(): number {
    const row = this.count++;
    // One more than rows: `content` holds the end of the last row too.
    if (row + 2 > this.close.length || row + 2 > this.content.length || row + 2 > this.form.length) this.grow(row + 2);
    return row;
  }

  private grow(needed: number): void {
    const room = Math.max(needed, 16);
    this.form = grown(this.form, room);
    this.flags = grown(this.flags, room);
    this.end = grown(this.end, room);
    this.header = grown(this.header, room);
    this.content = grown(this.content, room);
    this.start = grown(this.start, room);
    this.body = grown(this.body, room);
    this.close = grown(this.close, room);
  }

  finish(contentEnd: number) {
    const { count } = this;
    this.content = grown(this.content, count + 1);
    this.content[count] = contentEnd;
    return {
      rows: count,
      rowForm: trimmed(this.form, count),
      rowFlags: trimmed(this.flags, count),
      rowEnd: trimmed(this.end, count),
      rowHeader: trimmed(this.header, count),
      rowContent: trimmed(this.content, count + 1),
      rowStart: trimmed(this.start, count),
      rowBody: trimmed(this.body, count),
      rowClose: trimmed(this.close, count),
    };
  }
}

export class MarkStore {
  count = 0;
  private token = NO_NUMBERS;
  private id = NO_NUMBERS;
  private offset = NO_NUMBERS;

  reuse(columns: Columns): void {
    this.token = whole(columns.markToken);
    this.id = whole(columns.markId);
    this.offset = whole(columns.markOffset);
  }

  add(token: number, id: number, offset: number): void {
    const mark = this.count++;
    if (mark >= Math.min(this.token.length, this.id.length, this.offset.length)) this.grow(Math.max(16, mark + 1));
    this.token[mark] = token;
    this.id[mark] = id;
    this.offset[mark] = offset;
  }

  private grow(needed: number): void {
    this.token = grown(this.token, needed);
    this.id = grown(this.id, needed);
    this.offset = grown(this.offset, needed);
  }

  finish() {
    const { count } = this;
    return {
      marks: count,
      markToken: trimmed(this.token, count),
      markId: trimmed(this.id, count),
      markOffset: trimmed(this.offset, count),
    };
  }
}

export class SequenceStore {
  count = 0;
  private row = NO_NUMBERS;
  private mark = NO_NUMBERS;
  private tokens = NO_NUMBERS;

  constructor(sequences: number, into: Columns | undefined) {
    if (into !== undefined) {
      this.row = whole(into.sequenceRow);
      this.mark = whole(into.sequenceMark);
      this.tokens = whole(into.sequenceLength);
    }
    this.row = fresh(this.row, sequences + 1);
    this.mark = fresh(this.mark, sequences + 1);
    this.tokens = fresh(this.tokens, sequences);
  }

  begin(firstRow: number, firstMark: number): void {
    this.row[this.count] = firstRow;
    this.mark[this.count] = firstMark;
  }

  end(tokens: number): void {
    this.tokens[this.count++] = tokens;
  }

  finish(rows: number, marks: number) {
    const { count } = this;
    this.begin(rows, marks);
    return {
      sequences: count,
      sequenceRow: trimmed(this.row, count + 1),
      sequenceMark: trimmed(this.mark, count + 1),
      sequenceLength: trimmed(this.tokens, count),
    };
  }
}
