/** The door of the native engine: loads the add-on. Apart from `index.ts`, because it needs Node. */
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { setNativeDecoder } from './decode.ts';
import type { BatchEngine } from './engine.ts';
import { INTERFACE, type NativeBinding } from './native-binding.ts';
import { NativeEngine, TUNING, type Tuning } from './native-engine.ts';

export type { Tuning };

const require = createRequire(import.meta.url);
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Loads the add-on: the one that was built here, or the one for this platform under `prebuilds/`.
 * `HARMONY_WIRE_SCALAR=1` forces its plain loops.
 * @throws Error why it does not load
 */
export function loadNative(tuning?: Partial<Tuning>): BatchEngine {
  const load = require('node-gyp-build') as (folder: string) => NativeBinding;
  const binding = load(ROOT);
  if (binding.interface !== INTERFACE) {
    throw new Error(`the add-on has interface ${binding.interface}, this package needs ${INTERFACE}: build it anew`);
  }
  setNativeDecoder((bytes, from, until) => binding.decode(bytes, from, until));
  return new NativeEngine(binding, { ...TUNING, scalar: process.env.HARMONY_WIRE_SCALAR === '1', ...tuning });
}
