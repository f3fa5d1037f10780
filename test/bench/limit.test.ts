import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { loadCorpus } from '../../bench/corpus.ts';
import { measureLimit } from '../../bench/limit.ts';
import { loadTiktoken } from '../../bench/tiktoken.ts';
import { ORDINARY_COUNT } from '../../lib/wire/index.ts';

/** FNV-1a, 64 bits, as the program hashes. */
function fnv(bytes: Uint8Array): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of bytes) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash.toString(16).padStart(16, '0');
}

// Elsewhere nothing of the package needs a compiler; where the native core is required it must be there.
const hasCompiler = Boolean(process.env.CI) || spawnSync('g++', ['--version']).status === 0;

test.runIf(hasCompiler)('the look-up-and-copy program gives the bytes of the ordinary ids', () => {
  const ordinary = loadCorpus().ids.filter((id) => id < ORDINARY_COUNT);
  const bytes = loadTiktoken().decode(ordinary);
  const limit = measureLimit(1);
  expect(limit).toMatchObject({ tokens: loadCorpus().ids.length, bytes: bytes.length, hash: fnv(bytes) });
  expect(limit.variants.over_copy_prefetch.min).toBeGreaterThan(0.05);
});
