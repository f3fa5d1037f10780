/** The command line as people run it: a process, files, pipes. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll } from 'vitest';

const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
if (!existsSync(MAIN)) throw new Error('dist/cli/main.js is missing: npm run build');

export interface Result {
  status: number | null;
  stdout: string;
  stderr: string;
  rows: Row[];
}

// biome-ignore lint/suspicious/noExplicitAny: rows are what is tested; their types would be the test's own opinion
export type Row = any;

export function cli(args: readonly string[], input: string | Buffer = '', env: NodeJS.ProcessEnv = {}): Result {
  const result = spawnSync(process.execPath, [MAIN, ...args], {
    input,
    env: { ...process.env, ...env },
    maxBuffer: 1 << 28,
    timeout: 60_000,
  });
  const stdout = result.stdout.toString();
  return { status: result.status, stdout, stderr: result.stderr.toString(), rows: rowsOf(stdout) };
}

function rowsOf(stdout: string): Row[] {
  if (!stdout.startsWith('{"id":') && !stdout.startsWith('{"source":')) return [];
  return stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}

export function start(args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [MAIN, ...args], { stdio: ['pipe', 'pipe', 'pipe'] });
}

/** A directory of one test file's own, and a writer of files in it. */
export function directory(): { path(name: string): string; file(name: string, content: string | Buffer): string } {
  let root = '';
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'harmony-wire-'));
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));
  const path = (name: string): string => join(root, name);
  return {
    path,
    file(name, content) {
      writeFileSync(path(name), content);
      return path(name);
    },
  };
}

/** A zstd frame of raw blocks (RFC 8878): tests need no encoder. */
export function zstdFrame(content: Buffer): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(content.length);
  const parts: Buffer[] = [Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0xa0]), size];
  for (let at = 0; at === 0 || at < content.length; at += 1000) {
    const block = content.subarray(at, at + 1000);
    const header = Buffer.alloc(3);
    header.writeUIntLE((block.length << 3) | (at + 1000 >= content.length ? 1 : 0), 0, 3);
    parts.push(header, block);
  }
  return Buffer.concat(parts);
}

export function skippableFrame(content: string): Buffer {
  const head = Buffer.from([0x53, 0x2a, 0x4d, 0x18, 0, 0, 0, 0]);
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, Buffer.from(content)]);
}
