/**
 * Which engine works. The js engine is always there; the native one is offered by the Node entry (`offerNative`).
 * A load failure is never silent: it is kept, and thrown where the native engine was asked for.
 */
import type { RunSource } from '../parse/index.ts';
import { describe, HarmonyError, HarmonyTypeError } from '../wire/index.ts';
import type { BatchEngine } from './engine.ts';
import { jsEngine } from './js-engine.ts';

export type EngineName = 'native' | 'js';

export interface EngineChoice {
  /** The engine that works where nothing else is asked for. */
  engine: EngineName;
  /** Why the native engine did not load, if it was tried. */
  nativeLoadError: Error | undefined;
}

let native: BatchEngine | undefined;
let loadError: Error | undefined;
let load: (() => BatchEngine) | undefined;
let asked: string | undefined;
let byDefault: EngineName = 'js';

/**
 * Says how the native engine is loaded, and what `HARMONY_WIRE_ENGINE` asks for. Loads it unless `js` is asked for.
 * Never throws: what went wrong is thrown at the first use.
 */
export function offerNative(loader: () => BatchEngine, wanted: string | undefined): EngineChoice {
  load = loader;
  asked = wanted === '' ? undefined : wanted;
  if (asked !== 'js') tryNative();
  byDefault = asked === 'native' || native !== undefined ? 'native' : 'js';
  if (asked === 'js') byDefault = 'js';
  return { engine: byDefault, nativeLoadError: loadError };
}

function tryNative(): BatchEngine | undefined {
  if (native !== undefined || loadError !== undefined || load === undefined) return native;
  try {
    native = load();
  } catch (error) {
    loadError = error instanceof Error ? error : new Error(String(error));
  }
  return native;
}

/**
 * The engine for one call.
 * @throws HarmonyError `ERR_HARMONY_NATIVE_UNAVAILABLE` (cause: why it did not load); TypeError
 * `ERR_HARMONY_INVALID_ARGUMENT` if `HARMONY_WIRE_ENGINE` is neither `native` nor `js`
 */
export function engineFor(wanted: EngineName | undefined): BatchEngine {
  if (asked !== undefined && asked !== 'native' && asked !== 'js') {
    throw new HarmonyTypeError(
      'ERR_HARMONY_INVALID_ARGUMENT',
      `HARMONY_WIRE_ENGINE must be native or js, not ${describe(asked)}`,
    );
  }
  if ((wanted ?? byDefault) === 'js') return jsEngine;
  const engine = tryNative();
  if (engine !== undefined) return engine;
  throw new HarmonyError(
    'ERR_HARMONY_NATIVE_UNAVAILABLE',
    `the native engine did not load${loadError === undefined ? ' (this entry has none)' : `: ${loadError.message}`}`,
    loadError === undefined ? undefined : { cause: loadError },
  );
}

/** What makes strings of a stream's ids with this engine. Throws as {@link engineFor}. */
export function runsOf(wanted: EngineName | undefined): RunSource {
  return engineFor(wanted).runs();
}
