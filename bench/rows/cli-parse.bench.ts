/**
 * Question: how fast does the command line turn a log of token ids into rows, and what does a second thread add? Whole
 * processes are timed, from their start to their end, over a JSONL file of 64 copies of the corpus (64 M ids, 300 MB,
 * in the cache of the file system): reading, JSON, parsing, the chat view, rows as JSON. Rows go to the null device.
 */
import { deepStrictEqual } from 'node:assert';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Corpus } from '../corpus.ts';
import { loadCorpus } from '../corpus.ts';
import type { Subject } from '../paired.ts';
import { product } from '../product.ts';
import { slowSlice, workOf } from '../rivals.ts';
import type { Row } from '../row.ts';
import { compare, costAgainst } from '../row.ts';

/** So many that the start of node, 0.1 s a thread, is a few percent, as it is of logs that make one wait. */
const COPIES = 64;
const COMMAND = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const JSON_LINES = fileURLToPath(new URL('../cli/json-lines.mjs', import.meta.url));
const RATE = { of: 'mtok_s', at_least: 15 } as const;
const THREADS = { of: 'ratio_median', at_least: 1.7 } as const;

export const cliParse: Row = {
  name: 'cli-parse',
  title: '`harmony-wire parse` on token JSONL, as a process',
  needsNative: true,
  async check(effort) {
    const corpus = slowSlice(loadCorpus(), effort);
    await withLog(corpus, 2, async (log) => {
      const [one, two] = [rowsOf(log, 1), rowsOf(log, 2)];
      deepStrictEqual(two, one);
      deepStrictEqual(one.length, 2 * corpus.sequences);
      one.forEach((row, i) => {
        const { reasoning, content } = product.toChat(product.parseTokens(corpus.sequence(i % corpus.sequences)));
        deepStrictEqual([row.reasoning, row.content], [reasoning, content], `row ${i} differs`);
      });
    });
  },
  async time(effort) {
    const corpus = effort.quick ? slowSlice(loadCorpus(), effort) : loadCorpus();
    const copies = effort.quick ? 1 : COPIES;
    return withLog(corpus, copies, async (log) => {
      const work = workOf(corpus);
      const subject = (name: string, args: string[]): Subject => ({
        name,
        tokens: work.tokens * copies,
        bytes: work.bytes * copies,
        run() {},
        nsPerToken: () => nanoseconds(args) / (work.tokens * copies),
      });
      const parse = (jobs: number): string[] => [COMMAND, 'parse', '--quiet', '--jobs', String(jobs), log];
      const one = subject('-j 1', parse(1));
      const lines = subject('reading lines and JSON.parse alone', [JSON_LINES, log]);
      return [
        await costAgainst(this.name, one, lines, RATE, effort),
        ...(await compare(this.name, subject('-j 2', parse(2)), [{ rival: one, target: THREADS }], effort)),
      ];
    });
  },
};

/** A log in a folder of its own, which is gone afterwards. */
async function withLog<T>(corpus: Corpus, copies: number, use: (path: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'harmony-wire-bench-'));
  try {
    const log = join(folder, 'tokens.jsonl');
    const lines = Array.from(
      { length: corpus.sequences },
      (_, i) => `{"id":${i},"token_ids":[${corpus.sequence(i).join(',')}]}\n`,
    ).join('');
    for (let copy = 0; copy < copies; copy++) writeFileSync(log, lines, { flag: 'a' });
    return await use(log);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function nanoseconds(args: readonly string[]): number {
  const began = process.hrtime.bigint();
  const { status } = spawnSync(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}`);
  return Number(process.hrtime.bigint() - began);
}

interface ChatRow {
  reasoning: string | null;
  content: string | null;
}

function rowsOf(log: string, jobs: number): ChatRow[] {
  const { stdout } = spawnSync(process.execPath, [COMMAND, 'parse', '-q', '-j', String(jobs), log], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as ChatRow);
}
