/** The ranks of o200k_base, which are the ids of ordinary tokens. */
import { ORDINARY_COUNT, type Vocabulary } from '../../wire/index.ts';

/** Ids by the bytes of a token, as a string of units 0 to 255. */
export type Ranks = ReadonlyMap<string, number>;

/** 199,998 entries: some 50 ms and 25 MB, so it is done at the first encoding. */
export function ranksOf(vocabulary: Vocabulary): Ranks {
  const ranks = new Map<string, number>();
  const file = Buffer.from(vocabulary.file.buffer, vocabulary.file.byteOffset, vocabulary.file.byteLength);
  for (let id = 0; id < ORDINARY_COUNT; id++) {
    const { byteOffset, length } = vocabulary.bytes(id);
    const from = byteOffset - file.byteOffset;
    ranks.set(file.toString('latin1', from, from + length), id);
  }
  return ranks;
}
