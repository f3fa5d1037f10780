/** `/fallback` is what runs where there is no Node: nothing that it imports may need a `node:` module. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

function importsOf(file: URL, seen = new Map<string, string[]>()): Map<string, string[]> {
  if (seen.has(file.href)) return seen;
  const found = [...readFileSync(file, 'utf8').matchAll(/\bfrom '([^']+)'|\bimport\('([^']+)'\)/g)].map(
    (m) => m[1] ?? m[2]!,
  );
  seen.set(file.href, found);
  for (const name of found) if (name.startsWith('.')) importsOf(new URL(name, file), seen);
  return seen;
}

it('imports files of its own only, and not the native engine', () => {
  const files = importsOf(new URL('../../lib/fallback/index.ts', import.meta.url));
  expect(files.size).toBeGreaterThan(30);
  expect([...files.keys()].filter((name) => name.endsWith('/native.ts'))).toEqual([]);
  expect([...files.values()].flat().filter((name) => !name.startsWith('.'))).toEqual([]);
});
