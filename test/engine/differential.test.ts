/**
 * A batch of any engine says what `parseTokens` says, what ids one by one say, what any chunking says: messages,
 * issues with positions, usage, what is pending, and the errors of mode strict.
 */
import { describe, expect, it } from 'vitest';
import { anySequence } from '../support/generate.ts';
import { caseCount, Random, runSeed } from '../support/random.ts';
import { type Batchable, byRole, expectAnyCut, expectSame } from './batches.ts';
import { examples, logs, recorded } from './inputs.ts';

const LIMITS = [1024, 1, 2, 5, 12, 40] as const;
const TOOLS = ['lookup', 'functions.f'];

function expectAll(sequences: readonly Batchable[], random: Random): void {
  for (const some of byRole(sequences)) {
    expectSame(some, {});
    expectSame(some, { mode: 'strict' });
    expectSame(some, { tools: TOOLS });
    const maxHeaderBytes = random.pick(LIMITS);
    expectSame(some, { maxHeaderBytes });
    expectSame(some, { maxHeaderBytes, mode: 'strict' });
    for (const sequence of some) expectAnyCut(sequence, {}, random);
  }
}

describe('recorded inputs', () => {
  const random = new Random(1);

  it('vectors and reports', () => {
    const sequences = recorded();
    expect(sequences.length).toBeGreaterThan(2000);
    expectAll(sequences, random);
    for (const maxHeaderBytes of LIMITS) for (const some of byRole(sequences)) expectSame(some, { maxHeaderBytes });
  });

  it('examples', () => {
    const sequences = examples();
    expect(sequences.length).toBeGreaterThan(100);
    expectAll(sequences, random);
  });

  it('logs, where they are present', () => {
    expectAll(logs(), random);
  });
});

describe('generated inputs', () => {
  const CASES = caseCount(20_000);
  const PER_BATCH = 500;

  it(`${CASES} sequences`, () => {
    const random = new Random(runSeed() + 3);
    for (let made = 0; made < CASES; made += PER_BATCH) {
      const sequences = Array.from({ length: Math.min(PER_BATCH, CASES - made) }, (_, i): Batchable => {
        const { sort, role, tokens } = anySequence(random);
        return { id: `${sort} ${made + i}`, role, tokens };
      });
      const maxHeaderBytes = random.chance(0.5) ? 1024 : random.pick(LIMITS);
      for (const some of byRole(sequences)) {
        expectSame(some, { maxHeaderBytes });
        expectSame(some, { maxHeaderBytes, mode: 'strict' });
      }
      for (const sequence of sequences) if (random.chance(0.1)) expectAnyCut(sequence, { maxHeaderBytes }, random);
    }
  }, 600_000);
});
