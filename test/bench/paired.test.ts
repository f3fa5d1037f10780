import { describe, expect, test } from 'vitest';
import { paired, spread } from '../../bench/paired.ts';
import type { Line } from '../../bench/row.ts';
import { compare, judged } from '../../bench/row.ts';
import { figureOf, targetOf } from '../../bench/table.ts';

/** Spends about `ms` of processor time. */
function busy(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end; );
}

const subject = (name: string, ms: number, tokens: number) => ({
  name,
  tokens,
  bytes: tokens * 4,
  run: () => busy(ms),
});

describe('paired', () => {
  test('a subject that needs a quarter of the time per token is four times faster', async () => {
    const { ratio, rounds } = await paired(subject('a', 20, 2000), subject('b', 40, 1000), { quick: true });
    expect(rounds).toBe(1);
    expect(ratio.median).toBeGreaterThan(2);
    expect(ratio.median).toBeLessThan(8);
  });

  test('waits for subjects that return promises', async () => {
    const slow = { ...subject('slow', 0, 1), async: true, run: () => new Promise((done) => setTimeout(done, 20)) };
    const { bNs } = await paired(subject('a', 1, 1), slow, { quick: true });
    expect(bNs).toBeGreaterThan(15e6);
  });

  test('a subject that throws ends the row', async () => {
    const broken = { ...subject('broken', 0, 1), run: () => fail() };
    await expect(paired(subject('a', 1, 1), broken, { quick: true })).rejects.toThrow('no answer');
  });
});

function fail(): never {
  throw new Error('no answer');
}

test('the spread of eleven rounds leaves out the best and the worst', () => {
  expect(spread([11, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10])).toEqual({ median: 6, p10: 2, p90: 10 });
});

test('a line says what it is held to, and whether it is met', async () => {
  const rivals = [{ rival: subject('slow', 2, 1000), target: { of: 'ratio_median', at_least: 1000 } as const }];
  const [line] = await compare('row', subject('ours', 1, 1000), rivals, { quick: true });
  expect(line).toMatchObject({
    row: 'row',
    a: 'ours',
    b: 'slow',
    ratio_is: 'faster',
    tokens: 1000,
    bytes: 4000,
    met: false,
  });
  expect(targetOf(line!.target!, line!)).toBe('at least 1000x (missed)');
  expect(figureOf(line!)).toMatch(/^[\d.]+ Mtok\/s, [\d.]+ MB\/s$/);
});

describe('targets', () => {
  const line = { ratio_median: 1.2, value: 50, value_unit: 'ms' } as Line;
  test('at most', () => {
    expect(judged(line, { of: 'ratio_median', at_most: 1.3 }).met).toBe(true);
    expect(judged(line, { of: 'value', at_most: 40 }).met).toBe(false);
  });
  test('a figure that is missing is no success', () => {
    expect(judged(line, { of: 'mb_s', at_least: 0 }).met).toBe(false);
  });
});

test('a program that times itself is asked, not run', async () => {
  const program = { ...subject('program', 0, 1), run: fail, nsPerToken: () => 500 };
  const { bNs } = await paired(subject('a', 1, 1), program, { quick: true });
  expect(bNs).toBe(500);
});
