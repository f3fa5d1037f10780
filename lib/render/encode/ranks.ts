/** The ranks of o200k_base, from the `tiktoken` package. */
import { createRequire } from 'node:module';

/** Ids by the bytes of a token, as a string of units 0 to 255. */
export type Ranks = ReadonlyMap<string, number>;

/** 199,998 entries: some 0.1 s and 25 MB, so it is done at the first encoding. Lines are `! FIRST_RANK TOKEN …`, base64. */
export function loadRanks(): Ranks {
  const require = createRequire(import.meta.url);
  const source = require('tiktoken/encoders/o200k_base.json') as { bpe_ranks: string };
  const ranks = new Map<string, number>();
  for (const line of source.bpe_ranks.split('\n')) {
    const [, first, ...tokens] = line.split(' ');
    tokens.forEach((token, i) => {
      ranks.set(Buffer.from(token, 'base64').toString('latin1'), Number(first) + i);
    });
  }
  return ranks;
}
