/** What the js machine needs of the vocabulary: its slots as words, byte counts, the kinds of special tokens. */
import {
  Kind,
  kindOf,
  LAST_TOKEN,
  ORDINARY_COUNT,
  RARE_TAG,
  SLOT_BYTES,
  TAG_AT,
  type Vocabulary,
} from '../wire/index.ts';

export interface Slots {
  /** Four words per id; the tag is the highest byte of the fourth. */
  words: Uint32Array;
  /** The same as bytes. */
  slotBytes: Uint8Array;
  /** Bytes that an id leaves as text: 0 for the control tokens and `<|endoftext|>`. */
  lengths: Uint8Array;
  /** The bytes of an id that are not in a slot. */
  bytes(id: number): Uint8Array;
}

/** Text of an id that is not in the vocabulary: U+FFFD. */
export const UNKNOWN_TEXT: Uint8Array = Uint8Array.of(0xef, 0xbf, 0xbd);
const FILE_HEADER_BYTES = 16;

const known = new WeakMap<Vocabulary, Slots>();

export function slotsOf(vocabulary: Vocabulary): Slots {
  let slots = known.get(vocabulary);
  if (slots === undefined) {
    slots = makeSlots(vocabulary);
    known.set(vocabulary, slots);
  }
  return slots;
}

function makeSlots(vocabulary: Vocabulary): Slots {
  const { file } = vocabulary;
  const size = (LAST_TOKEN + 1) * SLOT_BYTES;
  const at = file.byteOffset + FILE_HEADER_BYTES;
  const aligned = at % 4 === 0 && littleEndian();
  const words = aligned
    ? new Uint32Array(file.buffer, at, size / 4)
    : copied(file.subarray(FILE_HEADER_BYTES, FILE_HEADER_BYTES + size));
  const lengths = new Uint8Array(LAST_TOKEN + 1);
  for (let id = 0; id <= LAST_TOKEN; id++) {
    const tag = file[FILE_HEADER_BYTES + id * SLOT_BYTES + TAG_AT]!;
    if (tag < RARE_TAG) lengths[id] = tag;
    else if (tag === RARE_TAG || tag === RARE_TAG + Kind.Reserved) lengths[id] = vocabulary.byteLength(id);
  }
  return {
    words,
    slotBytes: file.subarray(FILE_HEADER_BYTES, FILE_HEADER_BYTES + size),
    lengths,
    bytes: (id) => vocabulary.bytes(id),
  };
}

function copied(slots: Uint8Array): Uint32Array {
  const view = new DataView(slots.buffer, slots.byteOffset, slots.byteLength);
  return Uint32Array.from({ length: slots.byteLength / 4 }, (_, i) => view.getUint32(i * 4, true));
}

function littleEndian(): boolean {
  return new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;
}

const SPECIAL_KINDS = Uint8Array.from({ length: LAST_TOKEN + 1 - ORDINARY_COUNT }, (_, i) =>
  kindOf(ORDINARY_COUNT + i),
);

/** The kind of an id that is not ordinary. */
export function specialKind(id: number): Kind {
  return id <= LAST_TOKEN ? (SPECIAL_KINDS[id - ORDINARY_COUNT] as Kind) : Kind.Unknown;
}
