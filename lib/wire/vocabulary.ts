/**
 * The vocabulary file as it lies on disk, read in place by both engines (native maps or borrows the same bytes).
 *
 * Layout, little-endian:
 *   0   8 bytes  magic `HWVOCAB1`
 *   8   u32      slot count (LAST_TOKEN + 1)
 *   12  u32      byte length of the long section
 *   16  slots    16 bytes each, by token id
 *   …   long     bytes of the tokens that do not fit a slot
 * Slot: byte 15 is the tag. 0..15: an ordinary token of that many bytes, which stand in bytes 0..14.
 * Otherwise the rare branch: tag 0x80 + kind, u32 at 0 = offset into the long section, u32 at 4 = byte length.
 */
import { HarmonyError } from './errors.ts';
import { Kind, kindOf, LAST_TOKEN, ORDINARY_COUNT, specialName } from './tokens.ts';

export const SLOT_BYTES = 16;
export const TAG_AT = 15;
export const RARE_TAG = 0x80;
const MAGIC = 'HWVOCAB1';
const HEADER_BYTES = 16;

export interface Vocabulary {
  /** The whole file. */
  readonly file: Uint8Array;
  /** Text of an ordinary token, `''` if its bytes are not valid UTF-8 alone. Filled at first use of each id. */
  readonly strings: (string | undefined)[];
  /** Byte length of every ordinary token. */
  byteLength(id: number): number;
  /** A view on the bytes of a token of the vocabulary; for a special token those of its name. */
  bytes(id: number): Uint8Array;
  /** Makes and keeps `strings[id]` of an ordinary token. */
  stringOf(id: number): string;
}

/** Builds the file from the ordinary tokens' bytes, by rank. Used at build time only. */
export function buildVocabularyFile(ordinary: readonly Uint8Array[]): Uint8Array {
  if (ordinary.length !== ORDINARY_COUNT) throw invalid(`${ordinary.length} ranks instead of ${ORDINARY_COUNT}`);
  const encoder = new TextEncoder();
  const tokens = Array.from({ length: LAST_TOKEN + 1 }, (_, id) => ordinary[id] ?? encoder.encode(specialName(id)));
  const isLong = (id: number) => kindOf(id) !== Kind.Text || tokens[id]!.length > TAG_AT;
  const longBytes = tokens.reduce((sum, token, id) => sum + (isLong(id) ? token.length : 0), 0);
  const slotsEnd = HEADER_BYTES + tokens.length * SLOT_BYTES;
  // 128 spare bytes: the native core may copy 16 bytes at a time from the last token on.
  const file = new Uint8Array(slotsEnd + longBytes + 128);
  const view = new DataView(file.buffer);
  file.set(encoder.encode(MAGIC), 0);
  view.setUint32(8, tokens.length, true);
  view.setUint32(12, longBytes, true);
  let offset = 0;
  tokens.forEach((token, id) => {
    const slot = HEADER_BYTES + id * SLOT_BYTES;
    if (!isLong(id)) {
      file.set(token, slot);
      file[slot + TAG_AT] = token.length;
      return;
    }
    view.setUint32(slot, offset, true);
    view.setUint32(slot + 4, token.length, true);
    file[slot + TAG_AT] = RARE_TAG + kindOf(id);
    file.set(token, slotsEnd + offset);
    offset += token.length;
  });
  return file;
}

/** Opens a vocabulary file. @throws HarmonyError `ERR_HARMONY_INVALID_VOCABULARY` if it is not one. */
export function openVocabulary(file: Uint8Array): Vocabulary {
  if (file.length < HEADER_BYTES) throw invalid('the file is too short');
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  for (let i = 0; i < MAGIC.length; i++) if (file[i] !== MAGIC.charCodeAt(i)) throw invalid('the magic is missing');
  const slotsEnd = HEADER_BYTES + (LAST_TOKEN + 1) * SLOT_BYTES;
  if (view.getUint32(8, true) !== LAST_TOKEN + 1) throw invalid('the count of tokens differs');
  if (file.length < slotsEnd + view.getUint32(12, true)) throw invalid('the file is cut off');

  const strings: (string | undefined)[] = new Array(ORDINARY_COUNT).fill(undefined);
  const fatal = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

  const bytes = (id: number): Uint8Array => {
    const slot = HEADER_BYTES + id * SLOT_BYTES;
    const tag = file[slot + TAG_AT]!;
    if (tag < RARE_TAG) return file.subarray(slot, slot + tag);
    const from = slotsEnd + view.getUint32(slot, true);
    return file.subarray(from, from + view.getUint32(slot + 4, true));
  };
  const byteLength = (id: number): number => {
    const slot = HEADER_BYTES + id * SLOT_BYTES;
    const tag = file[slot + TAG_AT]!;
    return tag < RARE_TAG ? tag : view.getUint32(slot + 4, true);
  };
  const stringOf = (id: number): string => {
    const known = strings[id];
    if (known !== undefined) return known;
    const text = decodeAlone(bytes(id), fatal);
    strings[id] = text;
    return text;
  };
  return { file, strings, byteLength, bytes, stringOf };
}

function decodeAlone(bytes: Uint8Array, fatal: TextDecoder): string {
  let ascii = '';
  for (const byte of bytes) {
    if (byte >= 0x80) return decodeFatal(bytes, fatal);
    ascii += String.fromCharCode(byte);
  }
  return ascii;
}

function decodeFatal(bytes: Uint8Array, fatal: TextDecoder): string {
  try {
    return fatal.decode(bytes);
  } catch {
    return '';
  }
}

function invalid(why: string): HarmonyError {
  return new HarmonyError('ERR_HARMONY_INVALID_VOCABULARY', `not a harmony-wire vocabulary file: ${why}`);
}
