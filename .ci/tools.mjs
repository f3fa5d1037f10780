/** What the scripts of this repository share. Node built-ins only: they run before anything is installed. */
import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { styleText } from 'node:util';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** Colours on a terminal only: a log file gets plain lines. */
export const paint = process.stdout.isTTY && !process.env.NO_COLOR ? styleText : (_style, text) => text;

// Some tools colour their output wherever CI is set.
const plain = process.stdout.isTTY ? {} : { NO_COLOR: '1' };

export const node = (script, args = [], options = {}) => run(process.execPath, [script, ...args], options);

/** Runs a command in the repository. With `quiet` its output is kept and returned instead of shown. */
export function run(command, args, { quiet = false, env = {} } = {}) {
  const child = spawnSync(command, args, {
    cwd: root,
    env: { ...process.env, ...plain, ...env },
    stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  });
  const output = child.error ? `${command}: ${child.error.message}\n` : `${child.stdout ?? ''}${child.stderr ?? ''}`;
  return { ok: child.status === 0, status: child.status ?? 1, output, stdout: child.stdout ?? '' };
}

/** Paths (from the root, with `/`) of the files under a directory that a predicate takes; none if it is missing. */
export function filesIn(directory, take) {
  let names;
  try {
    names = readdirSync(join(root, directory), { recursive: true });
  } catch {
    return [];
  }
  return names.map((name) => `${directory}/${name.replaceAll('\\', '/')}`).filter(take);
}

/** Time of last change in milliseconds; `missing` if there is no such file. */
export function changed(path, missing = Number.NaN) {
  return statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? missing;
}

export const newest = (paths) => Math.max(...paths.map((path) => changed(path, Number.NEGATIVE_INFINITY)));
export const oldest = (paths) => Math.min(...paths.map((path) => changed(path, Number.NEGATIVE_INFINITY)));

export function onPath(command) {
  const endings = process.platform === 'win32' ? ['.exe', '.cmd', '.bat'] : [''];
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.some((folder) =>
    endings.some((ending) => statSync(join(folder, command + ending), { throwIfNoEntry: false })?.isFile()),
  );
}
