/** Which encoder the render entry chooses, alone in a process: with the add-on, without it, and as the environment says. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { encoders } from './encoders.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const SCRIPT = fileURLToPath(new URL('scripts/choice.mjs', import.meta.url));
const IDS = [...encoders[0]![1]('Hello, 日本')];
const loads = encoders.length > 1;
let without = '';

beforeAll(() => {
  without = mkdtempSync(join(tmpdir(), 'harmony-wire-'));
  cpSync(join(root, 'dist'), join(without, 'dist'), { recursive: true });
  cpSync(join(root, 'package.json'), join(without, 'package.json'));
  symlinkSync(join(root, 'node_modules'), join(without, 'node_modules'));
});
afterAll(() => rmSync(without, { recursive: true }));

function choice(folder: string, wanted?: string): unknown {
  const { HARMONY_WIRE_ENGINE: _, ...env } = process.env;
  const given = wanted === undefined ? env : { ...env, HARMONY_WIRE_ENGINE: wanted };
  return JSON.parse(execFileSync(process.execPath, [SCRIPT, folder], { env: given, encoding: 'utf8' }));
}

it('native where the add-on loads, at the first text', () => {
  expect(choice(root)).toEqual({ before: false, ids: IDS, after: loads });
});

it('TypeScript if the environment says js', () => {
  expect(choice(root, 'js')).toEqual({ before: false, ids: IDS, after: false });
});

it('TypeScript where the add-on is missing', () => {
  expect(choice(without)).toEqual({ before: false, ids: IDS, after: false });
});

it('an error where it is missing and the environment says native', () => {
  const error = 'HarmonyError ERR_HARMONY_NATIVE_UNAVAILABLE, cause Error';
  expect(choice(without, 'native')).toEqual({ before: false, error, after: false });
});

it('an error for any other word', () => {
  const error = 'TypeError ERR_HARMONY_INVALID_ARGUMENT, cause undefined';
  expect(choice(without, 'wasm')).toEqual({ before: false, error, after: false });
});
