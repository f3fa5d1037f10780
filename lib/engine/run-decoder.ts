/**
 * A run of ordinary ids of an open message as one string: bytes first, then `decode.ts`. For a chunk of ids this beats
 * one concatenation per token from 8 ids on (16 ids: 9 ns a token instead of 18; 256: 6 instead of 16), because the
 * string is flat and V8 builds no rope.
 */
import { vocabulary } from '../parse/index.ts';
import { incompleteTail, ORDINARY_COUNT, RARE_TAG, type Vocabulary } from '../wire/index.ts';
import { contentDecoder } from './decode.ts';
import { type Slots, slotsOf } from './slots.ts';

/** Ids of one run: bounds the scratch memory. */
const MOST_IDS = 4096;
const SCRATCH_BYTES = (MOST_IDS + 1) * 16;
const HIGH_BITS = 0x80808080;

export class RunDecoder {
  /** The text of the last run. */
  text = '';
  private readonly slots: Slots;
  private readonly bytes = new Uint8Array(SCRATCH_BYTES);
  private readonly view = new DataView(this.bytes.buffer);
  private readonly decode = contentDecoder(this.bytes);

  constructor(words: Vocabulary) {
    this.slots = slotsOf(words);
  }

  /**
   * Decodes ordinary ids of [from, end), up to the first that is special or longer than 15 bytes. Returns how many it
   * took: they end with a whole character.
   */
  run(ids: Uint32Array | Int32Array, from: number, end: number): number {
    const { words } = this.slots;
    const { view } = this;
    const until = Math.min(end, from + MOST_IDS);
    let at = 0;
    let union = 0;
    let i = from;
    for (; i < until; i++) {
      const id = ids[i]!;
      if (!(id >= 0 && id < ORDINARY_COUNT)) break;
      const slot = id << 2;
      const fourth = words[slot + 3]!;
      const length = fourth >>> 24;
      if (length >= RARE_TAG) break;
      union |= words[slot]! | words[slot + 1]!;
      view.setUint32(at, words[slot]!, true);
      view.setUint32(at + 4, words[slot + 1]!, true);
      if (length > 8) {
        union |= words[slot + 2]! | fourth;
        view.setUint32(at + 8, words[slot + 2]!, true);
        view.setUint32(at + 12, fourth, true);
      }
      at += length;
    }
    const ascii = (union & HIGH_BITS) === 0;
    if (!ascii) {
      while (i > from && incompleteTail(this.bytes, at) > 0) at = Math.max(0, at - this.lengthOf(ids[--i]!));
    }
    this.text = this.decode(0, at, ascii);
    return i - from;
  }

  private lengthOf(id: number): number {
    return this.slots.lengths[id] ?? 0;
  }
}

let shared: { words: Vocabulary; decoder: RunDecoder } | undefined;

/** The decoder of the current vocabulary. All parsers share it: a run is over before anything else happens. */
export function runDecoder(): RunDecoder {
  const words = vocabulary();
  if (shared?.words !== words) shared = { words, decoder: new RunDecoder(words) };
  return shared.decoder;
}
