/** The encoders that tests run over. A missing add-on fails where it is required, and is not tested elsewhere. */
import { encodeInScript, nativeEncoder } from '../../lib/render/encode/index.ts';

type Encode = (text: string) => Uint32Array;

const REQUIRED = Boolean(process.env.CI) || process.env.HARMONY_WIRE_REQUIRE_NATIVE === '1';

function native(): [string, Encode][] {
  try {
    return [['native', nativeEncoder()]];
  } catch (error) {
    if (REQUIRED) throw error;
    console.log(`native encoder not tested: ${error instanceof Error ? error.message : error}`);
    return [];
  }
}

export const encoders: readonly [string, Encode][] = [['TypeScript', encodeInScript], ...native()];
