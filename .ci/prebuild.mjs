/**
 * Puts the add-on where it travels in the package, so that nothing is compiled or run at installation:
 * prebuilds/PLATFORM-ARCH/harmony-wire.napi[.LIBC].node, names that node-gyp-build finds. Binaries of other platforms
 * that lie there stay. N-API makes one binary do for every version of Node.
 */
import { copyFileSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from './tools.mjs';

/** glibc and musl cannot load each other's binaries; elsewhere there is one C library. */
function libcTag() {
  if (process.platform !== 'linux') return '';
  return process.report.getReport().header.glibcVersionRuntime === undefined ? '.musl' : '.glibc';
}

/** Debug symbols are two thirds of it. Windows keeps them in a file of their own. */
function strip(file) {
  const flags = { linux: ['--strip-all'], darwin: ['-x'] }[process.platform];
  if (flags === undefined) return;
  const done = run('strip', [...flags, file], { quiet: true });
  if (!done.ok) throw new Error(`the add-on could not be stripped:\n${done.output}`);
}

/** @returns {string} the path, from the root */
export function prebuild(addon) {
  const folder = `prebuilds/${process.platform}-${process.arch}`;
  const target = `${folder}/harmony-wire.napi${libcTag()}.node`;
  const part = join(root, `${target}.${process.pid}.part`);
  mkdirSync(join(root, folder), { recursive: true });
  copyFileSync(join(root, addon), part);
  strip(part);
  renameSync(part, join(root, target));
  return target;
}
