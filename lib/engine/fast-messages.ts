/**
 * Messages of regular sequences, straight from the columns: nearly everything that a model writes. What is odd in any
 * way goes through `replay.ts`. Object literals are made here because V8 makes them in 10 ns, an add-on in 550.
 */
import { type HeaderFields, readHeaderCached } from '../parse/index.ts';
import { type HarmonyMessage, Kind, type Role, type Terminator } from '../wire/index.ts';
import { type Columns, RowFlag, RowForm } from './columns.ts';
import { type ContentDecoder, contentDecoder } from './decode.ts';
import { rawHeader } from './raw-headers.ts';

const TERMINATORS: readonly (Terminator | undefined)[] = Array.from({ length: Kind.Eof + 1 }, (_, kind) => {
  if (kind === Kind.End) return 'end';
  if (kind === Kind.Return) return 'return';
  if (kind === Kind.Call) return 'call';
  return kind === Kind.Eof || kind === Kind.EndOfText ? 'eof' : undefined;
});

interface ReadHeader {
  raw: string;
  fields: HeaderFields;
}

export class FastMessages {
  private readonly columns: Columns;
  private readonly decode: ContentDecoder;
  private readonly role: Role | null;
  /** Headers that named their role, and headers whose role was given, by table entry. */
  private readonly named: (ReadHeader | undefined)[] = [];
  private readonly given: (ReadHeader | undefined)[] = [];

  constructor(columns: Columns, role: Role | null) {
    this.columns = columns;
    this.role = role;
    this.decode = contentDecoder(columns.content);
  }

  /** The messages of sequence `i`, or undefined if it is not regular. */
  messages(i: number): HarmonyMessage[] | undefined {
    const { sequenceRow, sequenceMark } = this.columns;
    if (sequenceMark[i] !== sequenceMark[i + 1]) return undefined;
    const end = sequenceRow[i + 1]!;
    const messages: HarmonyMessage[] = [];
    let row = sequenceRow[i]!;
    if (row < end && this.isEmptyBeginning(row)) row++;
    for (; row < end; row++) {
      const message = this.message(row, messages.length);
      if (message === undefined) return undefined;
      messages.push(message);
    }
    return messages;
  }

  // A role that was given, announced again by the prompt's own start token: no message, no issue.
  private isEmptyBeginning(row: number): boolean {
    const { rowForm, rowEnd, rowClose } = this.columns;
    return rowForm[row] === RowForm.HeaderOnly && rowEnd[row] === Kind.Start && rowClose[row] === 0;
  }

  private message(row: number, index: number): HarmonyMessage | undefined {
    const { columns } = this;
    const flags = columns.rowFlags[row]!;
    const kind = columns.rowEnd[row]!;
    const end = TERMINATORS[kind];
    const opened = (flags & (RowFlag.Start | RowFlag.Given)) !== 0;
    if (columns.rowForm[row] !== RowForm.Message || end === undefined || !opened) return undefined;
    const { raw, fields } = this.header(columns.rowHeader[row]!, (flags & RowFlag.Given) !== 0);
    const close = columns.rowClose[row]!;
    const ascii = (flags & RowFlag.Ascii) !== 0;
    return {
      index,
      role: fields.role,
      name: fields.name,
      recipient: fields.recipient,
      channel: fields.channel,
      contentType: fields.contentType,
      constrained: fields.constrained,
      header: raw,
      start: true,
      body: 'message',
      content: this.decode(columns.rowContent[row]!, columns.rowContent[row + 1]!, ascii),
      end,
      tokens: {
        start: columns.rowStart[row]!,
        content: columns.rowBody[row]!,
        contentEnd: close,
        end: end === 'eof' ? close : close + 1,
      },
    };
  }

  private header(entry: number, given: boolean): ReadHeader {
    const known = given ? this.given : this.named;
    let header = known[entry];
    if (header === undefined) {
      header = this.read(entry, given);
      known[entry] = header;
    }
    return header;
  }

  private read(entry: number, given: boolean): ReadHeader {
    const raw = rawHeader(this.columns, entry);
    return { raw, fields: readHeaderCached(raw, given ? this.role : null) };
  }
}
