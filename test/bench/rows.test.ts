import { expect, test } from 'vitest';
import { newestRecord } from '../../bench/record.ts';
import { canRun, ROWS } from '../../bench/rows/index.ts';
import { readmeTable, tableOf } from '../../bench/table.ts';

test.each(ROWS.filter(canRun).map((row) => [row.name, row] as const))(
  'row %s runs, its answers are right',
  async (name, row) => {
    await row.check({ quick: true });
    const lines = await row.time({ quick: true });
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) {
      expect(line).toMatchObject({ row: name, rounds: 1 });
      expect(line.ratio_median).toBeGreaterThan(0);
      expect(Number.isFinite(line.ratio_median)).toBe(true);
    }
  },
);

test('names of rows are distinct', () => {
  expect(new Set(ROWS.map((row) => row.name)).size).toBe(ROWS.length);
});

test('the table of the README is the one of the newest record', () => {
  const record = newestRecord();
  if (record) expect(readmeTable()).toBe(tableOf(record, ROWS));
  else expect(readmeTable() ?? '').not.toContain('| work |');
});
