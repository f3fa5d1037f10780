/**
 * What a batch parse hands back: integers in typed arrays over one buffer of content bytes. Both engines write exactly
 * these columns, bit for bit. They describe the envelope at the level of token kinds, losslessly; what headers mean is
 * worked out from them in TypeScript (`replay.ts`), by the same envelope that streams use.
 *
 * A sequence is cut into rows. A row is a header with what follows it, or loose text:
 * - form `Message`: a header, its message token, content.
 * - form `HeaderOnly`: a header that ended without a message token; no content.
 * - form `Overflow`: a header whose text went beyond maxHeaderBytes; the rest is content.
 * - form `Loose`: text where a header may stand (also in the place of a header whose role was given); content only.
 *   It may be white space only.
 *
 * How a row closes: `rowEnd` is the kind of the token that closed it (End, Return, Call, EndOfText, Start, Channel,
 * Message) or Eof. Start, Channel and Message also open the next row.
 *
 * Header bytes are UTF-8 (bad sequences are already U+FFFD), with 0xFE for a channel token and 0xFF for a constrain
 * token: bytes that no UTF-8 text holds. Content bytes are the tokens' own bytes, undecoded and perhaps not UTF-8;
 * an unknown id stands as EF BF BD, a reserved token as its name.
 *
 * A mark is a special token that is neither the start or message token of a row, nor a channel or constrain token of a
 * header, nor what closed a row: stray tokens (dropped), and reserved or unknown ids that stand as text.
 * `<|endoftext|>` between rows leaves no mark (batches are padded with it).
 *
 * Details that both engines keep:
 * - A mark lies in a row if `rowStart` <= token < `rowClose` (an unknown id that opens a loose row is its first token).
 * - The flag Ascii is also set where there is no content.
 * - The table of headers has entry 0 (empty) always, so `headers` is at least 1; a header enters it when it ends
 *   (message token, close, or overflow). FE and FF belong to its bytes.
 * - Half a character at the end of a header's text is flushed by any special token and by Eof, before that token is
 *   handled. If its U+FFFD fits, the header gets EF BF BD; if not, the row overflows, the half character's own bytes
 *   are the content so far, and the token is handled in state Body.
 * - An overflowing character whose first bytes came with earlier tokens is content from its first byte on.
 * - A reserved name that overflows is cut like any text: its mark has an offset into the header's bytes.
 * - Role given, first token reserved: its name turns the row to Loose (as it does in any header); later ones only mark.
 */

export const RowForm = { Message: 0, HeaderOnly: 1, Overflow: 2, Loose: 3 } as const;
export type RowForm = (typeof RowForm)[keyof typeof RowForm];

export const RowFlag = {
  /** A start token opened the row: `rowStart` is its index. */
  Start: 1,
  /** The caller gave the role of this header (first row of a sequence only; `rowStart` is 0). */
  Given: 2,
  /** All content bytes are below 0x80. */
  Ascii: 4,
  /** Some header bytes were no UTF-8. */
  InvalidHeader: 8,
  /** A mark lies inside the row (`rowStart` <= token < `rowClose`). */
  Marked: 16,
} as const;

export const HEADER_CHANNEL = 0xfe;
export const HEADER_CONSTRAIN = 0xff;

/** The columns. Token indexes count from the beginning of their sequence, byte offsets from that of their buffer. */
export interface Columns {
  sequences: number;
  rows: number;
  marks: number;
  headers: number;
  /** Per sequence + 1: its first row. */
  sequenceRow: Uint32Array;
  /** Per sequence + 1: its first mark. */
  sequenceMark: Uint32Array;
  /** Per sequence: count of tokens. */
  sequenceLength: Uint32Array;
  /** Per row: a {@link RowForm}. */
  rowForm: Uint8Array;
  /** Per row: a sum of {@link RowFlag}. */
  rowFlags: Uint8Array;
  /** Per row: the kind that closed it. */
  rowEnd: Uint8Array;
  /** Per row: index into the table of distinct headers; 0 is the empty header. */
  rowHeader: Uint32Array;
  /** Per row + 1: offset of its content in `content`; a row's content ends where the next one's begins. */
  rowContent: Uint32Array;
  /** Per row: index of its first token (start token, else first token of header or text; 0 if the role was given). */
  rowStart: Uint32Array;
  /**
   * Per row: index of the first token of content. Message: behind the message token. Loose: `rowStart`. HeaderOnly:
   * `rowClose`. Overflow: behind the token that went beyond the limit, whose remaining bytes are content already (if
   * a half character that was flushed went beyond it: the index of the token that flushed it).
   */
  rowBody: Uint32Array;
  /** Per row: index of the token that closed it (the length of the sequence at Eof). */
  rowClose: Uint32Array;
  /** Per mark: token index. */
  markToken: Uint32Array;
  /** Per mark: the token id as unsigned 32-bit. */
  markId: Uint32Array;
  /**
   * Per mark inside a row: byte offset from the beginning of the row's content (or of the header's bytes, if it stands
   * in the header) at which the token stood; what it left as text follows there. Between rows: 0.
   */
  markOffset: Uint32Array;
  /** Per distinct header + 1: offset in `headerBytes`. Headers are numbered by first appearance, from 1. */
  headerOffset: Uint32Array;
  headerBytes: Uint8Array;
  /** All content, in order of rows. */
  content: Uint8Array;
}

/** The columns of no sequence at all. */
export function emptyColumns(): Columns {
  const bytes = () => new Uint8Array(0);
  const numbers = () => new Uint32Array(0);
  return {
    sequences: 0,
    rows: 0,
    marks: 0,
    headers: 1,
    sequenceRow: Uint32Array.of(0),
    sequenceMark: Uint32Array.of(0),
    sequenceLength: numbers(),
    rowForm: bytes(),
    rowFlags: bytes(),
    rowEnd: bytes(),
    rowHeader: numbers(),
    rowContent: Uint32Array.of(0),
    rowStart: numbers(),
    rowBody: numbers(),
    rowClose: numbers(),
    markToken: numbers(),
    markId: numbers(),
    markOffset: numbers(),
    headerOffset: Uint32Array.of(0, 0),
    headerBytes: bytes(),
    content: bytes(),
  };
}
