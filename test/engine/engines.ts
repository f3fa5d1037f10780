/** The engines that tests run over. A missing native engine fails where it is required, and is not tested elsewhere. */
import { type EngineName, nativeLoadError, parseTokenBatch } from '../../lib/index.ts';
import { HarmonyError } from '../../lib/wire/index.ts';

const REQUIRED = Boolean(process.env.CI) || process.env.HARMONY_WIRE_REQUIRE_NATIVE === '1';

function nativeLoads(): boolean {
  try {
    parseTokenBatch(new Uint32Array(0), new Uint32Array(1), { engine: 'native' });
    return true;
  } catch (error) {
    const missing = HarmonyError.isInstance(error) && error.code === 'ERR_HARMONY_NATIVE_UNAVAILABLE';
    if (REQUIRED || !missing) throw error;
    console.log(`native engine not tested: ${nativeLoadError?.message}`);
    return false;
  }
}

export const engines: readonly EngineName[] = nativeLoads() ? ['js', 'native'] : ['js'];

export { parseTokenBatch };
