/** A copy of the project in a temporary folder, where the add-on can be built differently without touching `build/`. */
import { cpSync, existsSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root, run } from '../.ci/tools.mjs';

const COPIED = [
  'native',
  'lib',
  'test',
  'dist',
  'examples',
  'binding.gyp',
  'package.json',
  'tsconfig.json',
  'vitest.config.ts',
];

/** Calls `use` with the folder of a copy, and removes it. */
export function inSandbox(use) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'harmony-wire-native-')));
  try {
    for (const name of COPIED)
      cpSync(join(root, name), join(folder, name), { recursive: true, preserveTimestamps: true });
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'dir');
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** `node-gyp` in `folder`; headers beside node save the download that it would start. */
export function gyp(folder, command, ...rest) {
  const prefix = dirname(dirname(realpathSync(process.execPath)));
  const nodedir = existsSync(join(prefix, 'include/node/node_api.h')) ? [`--nodedir=${prefix}`] : [];
  const script = join(root, 'node_modules/node-gyp/bin/node-gyp.js');
  const done = run(process.execPath, [script, command, '-C', folder, ...nodedir, ...rest], { quiet: true });
  if (!done.ok) throw new Error(`node-gyp ${command} failed:\n${done.output}`);
}
