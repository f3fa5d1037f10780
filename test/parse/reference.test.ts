/**
 * Against the reference implementation itself: npm `openai-harmony` 0.4.0 (an older WASM build, see
 * test/support/wasm-harmony.ts) on generated well-formed completions and conversations. Both modes give its fields as
 * written, except what docs/divergences.md lists and the predicates here name.
 */
import { describe, expect, it } from 'vitest';
import { type HarmonyMessage, parseTokens } from '../../lib/index.ts';
import { CONSTRAIN } from '../../lib/wire/index.ts';
import { wellFormed } from '../support/generate.ts';
import { Random, runSeed } from '../support/random.ts';
import { loadWasmHarmony, type WasmMessage } from '../support/wasm-harmony.ts';

const SEED = runSeed();
const CASES = 5000;

function asReference(message: HarmonyMessage): WasmMessage {
  const { role, name, recipient, channel, contentType, constrained, content } = message;
  const type = constrained ? `<|constrain|>${contentType ?? ''}` : contentType;
  return {
    role,
    ...(name === undefined ? {} : { name }),
    ...(recipient === undefined ? {} : { recipient }),
    content,
    ...(channel === undefined ? {} : { channel }),
    ...(type === undefined ? {} : { content_type: type }),
  };
}

describe(`${CASES} well-formed conversations`, () => {
  it('are read as npm WASM reads them', async () => {
    const wasm = await loadWasmHarmony();
    let constrained = 0;
    for (let i = 0; i < CASES; i++) {
      const { role, tokens } = wellFormed(new Random(SEED + i));
      if (tokens.includes(CONSTRAIN)) constrained++;
      const expected = wasm.parse(tokens, role);
      for (const mode of ['tolerant', 'strict'] as const) {
        const actual = parseTokens(tokens, { role, mode }).messages.map(asReference);
        expect(actual, `case ${i} of seed ${SEED}, ${mode}: ${JSON.stringify(tokens)}`).toEqual(expected);
      }
    }
    expect(constrained).toBeGreaterThan(500);
  });
});
