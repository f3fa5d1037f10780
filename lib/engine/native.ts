/** The door of the native engine: loads the add-on. Apart from `index.ts`, because it needs Node. */
import { loadAddon } from '../addon/index.ts';
import { setNativeDecoder } from './decode.ts';
import type { BatchEngine } from './engine.ts';
import type { NativeBinding } from './native-binding.ts';
import { NativeEngine, TUNING, type Tuning } from './native-engine.ts';

export type { Tuning };

/**
 * Loads the add-on. `HARMONY_WIRE_SCALAR=1` forces its plain loops.
 * @throws Error why it does not load
 */
export function loadNative(tuning?: Partial<Tuning>): BatchEngine {
  const binding = loadAddon<NativeBinding>();
  setNativeDecoder((bytes, from, until) => binding.decode(bytes, from, until));
  return new NativeEngine(binding, { ...TUNING, scalar: process.env.HARMONY_WIRE_SCALAR === '1', ...tuning });
}
