/** Compiles and runs native/bench/limit.cc: what looking up and copying alone costs, in the same run as the rows. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CORPUS_IDS_PATH, loadCorpus } from './corpus.ts';

export interface Limit {
  tokens: number;
  rounds: number;
  /** Bytes of the output and their FNV-1a hash: every variant gives the same. */
  bytes: number;
  hash: string;
  /** Nanoseconds per token. */
  variants: Record<'over_copy_prefetch' | 'over_copy' | 'memcpy', { min: number; median: number }>;
}

const SOURCE = fileURLToPath(new URL('../native/bench/limit.cc', import.meta.url));
const PROGRAM = fileURLToPath(new URL('../node_modules/.cache/harmony-wire/limit', import.meta.url));
const VOCABULARY = fileURLToPath(new URL('../dist/o200k_harmony.bin', import.meta.url));
// The baseline that the add-on is built for; other processors have one of their own.
const MACHINE = process.arch === 'x64' ? ['-march=x86-64-v2'] : [];

/** @throws Error if there is no g++. */
export function measureLimit(rounds: number): Limit {
  loadCorpus();
  compile();
  const output = execFileSync(PROGRAM, [VOCABULARY, CORPUS_IDS_PATH, String(rounds)], { encoding: 'utf8' });
  return JSON.parse(output) as Limit;
}

function compile(): void {
  const compiled = statSync(PROGRAM, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (compiled > statSync(SOURCE).mtimeMs) return;
  mkdirSync(dirname(PROGRAM), { recursive: true });
  execFileSync('g++', ['-std=c++20', '-O3', ...MACHINE, '-Wall', '-Wextra', '-Werror', SOURCE, '-o', PROGRAM]);
}
