/**
 * A few sequences cannot be replayed from columns to the token: the envelope may read loose text as the beginning of a
 * header (grammar rule 9; in mode strict always in a given header's place), and if that header then goes beyond
 * maxHeaderBytes inside text, only the ids tell which token that was. Their ids are copied; the parser of ids reads them.
 */
import { Kind } from '../wire/index.ts';
import { type Columns, RowFlag, RowForm } from './columns.ts';

/** Longest text that a mark leaves: the name of a reserved token. */
const MARK_BYTES = 19;

export type KeptTokens = ReadonlyMap<number, Uint32Array>;

export function keepTokens(
  columns: Columns,
  tokens: Uint32Array,
  offsets: Uint32Array,
  options: { strict: boolean; maxHeaderBytes: number },
): KeptTokens {
  const kept = new Map<number, Uint32Array>();
  const { sequences, sequenceRow, rowForm } = columns;
  for (let i = 0; i < sequences; i++) {
    const end = sequenceRow[i + 1]!;
    for (let row = sequenceRow[i]!; row < end; row++) {
      const form = rowForm[row];
      if (form === RowForm.Message || form === RowForm.HeaderOnly) continue;
      const unclear =
        options.strict || (form === RowForm.Loose && mayOverflow(columns, row, i, options.maxHeaderBytes));
      if (!unclear) continue;
      kept.set(i, tokens.slice(offsets[i], offsets[i + 1]));
      break;
    }
  }
  return kept;
}

function mayOverflow(columns: Columns, row: number, sequence: number, limit: number): boolean {
  const { rowFlags, rowEnd, rowContent, rowHeader, rowForm, headerOffset, sequenceMark } = columns;
  const flags = rowFlags[row]!;
  const marked = (flags & RowFlag.Marked) !== 0;
  const beforeChannel = rowEnd[row] === Kind.Channel;
  if (!marked && !beforeChannel) return false;
  const bytes = rowContent[row + 1]! - rowContent[row]!;
  // Text of that length was released as content before any marker came, unless it was white space only.
  if (!marked && bytes > limit && !startsWithSpace(columns, row)) return false;
  let most = bytes * ((flags & RowFlag.Ascii) !== 0 ? 1 : 3);
  if (marked) most += (sequenceMark[sequence + 1]! - sequenceMark[sequence]!) * MARK_BYTES;
  if (beforeChannel) {
    const next = rowHeader[row + 1]!;
    most += headerOffset[next + 1]! - headerOffset[next]!;
    if (rowForm[row + 1] === RowForm.Overflow) return true;
  }
  return most > limit;
}

// True where white space may stand: that which is not ASCII begins with a byte from 0x80 on.
function startsWithSpace({ content, rowContent }: Columns, row: number): boolean {
  const first = content[rowContent[row]!]!;
  return first <= 0x20 || first >= 0x80;
}
