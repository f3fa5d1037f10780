/**
 * What only Node has: the add-on and the bundled vocabulary file. Everything that uses them comes here, so that both
 * are loaded once. Needs `node:` modules.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/** Goes up with kInterface of `native/addon.cc`: an add-on of another version is refused. */
const INTERFACE = 4;

const require = createRequire(import.meta.url);
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The part of the add-on that a caller uses: whoever names functions mirrors those of `native/`. */
export interface Addon {
  readonly interface: number;
}

/**
 * Loads the add-on: the one that was built here, or the one for this platform under `prebuilds/`.
 * @throws Error why it does not load
 */
export function loadAddon<Part extends Addon>(): Part {
  const load = require('node-gyp-build') as (folder: string) => Part;
  const addon = load(ROOT);
  if (addon.interface !== INTERFACE) {
    throw new Error(`the add-on has interface ${addon.interface}, this package needs ${INTERFACE}: build it anew`);
  }
  return addon;
}

let file: Uint8Array | undefined;

/** The bytes of `o200k_harmony.bin`, read once: 3.3 MB that parsers and encoders share. */
export function bundledVocabulary(): Uint8Array {
  file ??= readFileSync(new URL('../../dist/o200k_harmony.bin', import.meta.url));
  return file;
}
