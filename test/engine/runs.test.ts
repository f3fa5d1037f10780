/**
 * Runs of a stream's ids: what parsers of either engine make of chunks of any length, against one id a feed. Bodies of
 * odd tokens: halves of characters, tokens longer than a slot, special and unknown ids.
 */
import { describe, expect, it } from 'vitest';
import { createTokenParser, type ParseResult, parseTokens } from '../../lib/index.ts';
import { caseCount, Random, runSeed } from '../support/random.ts';
import { vocabulary } from '../support/spell.ts';
import { engines } from './engines.ts';

const SEED = runSeed();
const CASES = caseCount(1500);

const LONG = Array.from({ length: 199_998 }, (_, id) => id).filter((id) => vocabulary.byteLength(id) > 15);
const HALVES = Array.from({ length: 199_998 }, (_, id) => id).filter((id) => vocabulary.stringOf(id) === '');
const SPECIAL = [
  200_002, 200_003, 200_005, 200_006, 200_007, 200_008, 200_012, 199_999, 200_013, 201_089, 4_294_967_295,
];

function body(random: Random): number[] {
  const odd = random.chance(0.5) ? 0.3 : 0.02;
  return Array.from({ length: random.below(200) }, () => {
    if (!random.chance(odd)) return random.below(199_998);
    return random.pick(random.pick([LONG, HALVES, HALVES, [random.below(256)], random.chance(0.2) ? SPECIAL : HALVES]));
  });
}

function inChunks(
  ids: Uint32Array | Int32Array,
  engine: 'native' | 'js',
  size: () => number,
): ParseResult & { deltas: string } {
  let deltas = '';
  const parser = createTokenParser({
    engine,
    onDelta: (text) => {
      deltas += text;
    },
  });
  for (let at = 0; at < ids.length; ) {
    const length = size();
    parser.feed(ids.subarray(at, at + length));
    at += length;
  }
  return { ...parser.end(), deltas };
}

describe.each(engines)('engine %s', (engine) => {
  it(`makes of chunks what single ids give (${CASES} bodies)`, () => {
    for (let i = 0; i < CASES; i++) {
      const random = new Random(SEED + i);
      const ids = Uint32Array.from([200_005, 17_196, 200_008, ...body(random), 200_002]);
      const single = createTokenParser({ engine });
      for (const id of ids) single.feed(id);
      const expected = single.end();
      const deltas = expected.messages.map(({ content }) => content).join('');
      const note = `case ${i} of seed ${SEED}`;
      expect(
        inChunks(ids, engine, () => 1 + random.below(120)),
        note,
      ).toEqual({ ...expected, deltas });
      expect(
        inChunks(new Int32Array(ids.buffer), engine, () => ids.length),
        note,
      ).toEqual({ ...expected, deltas });
      expect(parseTokens([...ids], { engine }), note).toEqual(expected);
    }
  });

  it('takes a body of a million ids in one feed', () => {
    const ids = new Uint32Array(1_000_000).fill(2195);
    ids.set([200_005, 17_196, 200_008]);
    const text = vocabulary.stringOf(2195).repeat(999_997);
    expect(parseTokens(ids, { engine }).messages[0]?.content === text).toBe(true);
  });

  it('ids that change while they are read, and memory that goes away, do no harm', () => {
    const shared = new Uint32Array(new SharedArrayBuffer(4 * 1000)).fill(172);
    const parser = createTokenParser({ engine, onDelta: () => shared.fill(2195) });
    parser.feed([200_005, 17_196, 200_008]);
    parser.feed(shared);
    const gone = new Uint32Array(100).fill(2195);
    structuredClone(gone.buffer, { transfer: [gone.buffer] });
    parser.feed(gone);
    expect(parser.end().messages).toHaveLength(1);
  });
});
