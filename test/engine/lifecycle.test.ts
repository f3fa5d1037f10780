/** Loading, leaving and memory, in processes of their own over the built package (`npm test` builds it). */
import { describe, expect, it } from 'vitest';
import { engines } from './engines.ts';
import { runScript } from './scripts/run.ts';

const MB = 1 << 20;

describe('workers', () => {
  it.each(engines)('100 that load %s, parse, and are gone in the middle of it', async (engine) => {
    const { report } = await runScript('workers.mjs', [], { env: { HARMONY_WIRE_ENGINE: engine } });
    expect(report).toEqual({
      engine,
      workers: 100,
      codes: { terminate: [1], exit: [7], end: [0] },
      parsed: true,
      after: 28,
    });
  });
});

describe('memory', () => {
  it.each(engines)('10,000 batches and parsers of engine %s, made and dropped, leave nothing', async (engine) => {
    const { report } = await runScript('garbage.mjs', [engine], { flags: ['--expose-gc'] });
    const growth = report.growth as NodeJS.MemoryUsage;
    expect(report.rounds).toBe(10_000);
    // A leak of one batch's content alone would be 60 MB, of a parser's buffer 1.6 MB.
    expect(growth.rss).toBeLessThan(12 * MB);
    expect(growth.heapUsed).toBeLessThan(MB);
    expect(growth.external).toBeLessThan(MB / 4);
  });

  it.each(engines)('400 MB of ids are read in place by engine %s', async (engine) => {
    const { report } = await runScript('zero-copy.mjs', [engine], { flags: ['--expose-gc'] });
    const { input, columns, external, rss } = report as Record<string, number>;
    expect(input).toBe(400_000_000);
    expect(columns).toBeGreaterThan(90_000_000);
    expect(external).toBeLessThan(columns! * 1.05);
    // The highest RSS at any time: a copy, however short, would show.
    expect(rss).toBeLessThan(columns! * 1.05);
  });
});
