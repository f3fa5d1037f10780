/** The distinct headers of a batch as the text that the header grammar reads: markers spelled out. */
import { Kind, SPELLING } from '../wire/index.ts';
import { type Columns, HEADER_CHANNEL, HEADER_CONSTRAIN } from './columns.ts';
import { decodeUtf8 } from './decode.ts';

/** A stretch of header text (`kind` is Text) or a marker (then the text is empty). */
export interface HeaderPiece {
  kind: Kind;
  text: string;
}

/** Cuts header bytes `[from, until)` at their markers. */
export function headerPieces(bytes: Uint8Array, from: number, until: number): HeaderPiece[] {
  const pieces: HeaderPiece[] = [];
  let start = from;
  const textTo = (end: number) => {
    if (end > start) pieces.push({ kind: Kind.Text, text: decodeUtf8(bytes, start, end) });
  };
  for (let i = from; i < until; i++) {
    const byte = bytes[i]!;
    if (byte < HEADER_CHANNEL) continue;
    textTo(i);
    const kind = byte === HEADER_CONSTRAIN ? Kind.Constrain : Kind.Channel;
    pieces.push({ kind, text: '' });
    start = i + 1;
  }
  textTo(until);
  return pieces;
}

/** The text of a header of the table. */
export function rawHeader(columns: Columns, entry: number): string {
  const { headerOffset, headerBytes } = columns;
  const pieces = headerPieces(headerBytes, headerOffset[entry]!, headerOffset[entry + 1]!);
  return pieces.map(({ kind, text }) => (kind === Kind.Text ? text : SPELLING[kind]!)).join('');
}
