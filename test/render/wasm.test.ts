/**
 * Generated conversations against npm `openai-harmony` 0.4.0, the older core as WASM.
 * No difference is excused: what that build loses (number spelling, order of integer-like keys; vectors `numbers` and
 * `schema_prop`) it loses with the JavaScript objects that both get here, and it has no training mode to compare.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Conversation } from '../../lib/render/index.ts';
import { browserTool, encodeConversation, pythonTool } from '../../lib/render/index.ts';
import { HarmonyError } from '../../lib/wire/index.ts';
import type { WasmHarmony } from '../support/wasm-harmony.ts';
import { loadWasmHarmony } from '../support/wasm-harmony.ts';
import { Generator } from './generate.ts';
import { seededRandom } from './random.ts';

const COUNT = 2_500;

let wasm: WasmHarmony;
beforeAll(async () => {
  wasm = await loadWasmHarmony();
});

type Outcome = { ids: number[] } | { error: string };

/** The rival throws its message as a string. */
function outcomeOf(run: () => Uint32Array): Outcome {
  try {
    return { ids: [...run()] };
  } catch (error) {
    return { error: HarmonyError.isInstance(error) ? error.message.replace(/^messages\[\d+\]: /, '') : String(error) };
  }
}

describe('the same ids and errors as npm WASM', () => {
  it.each([
    ['history', false],
    ['history', true],
    ['completion', true],
  ] as const)(`on ${COUNT} generated conversations, for %s, dropping %s`, (kind, drop) => {
    const generator = new Generator(seededRandom(drop ? 5 : 4));
    const config = { auto_drop_analysis: drop };
    let errors = 0;
    for (let i = 0; i < COUNT; i++) {
      const conversation = generator.conversation();
      const given = conversation as unknown as Parameters<typeof wasm.encoding.renderConversation>[0];
      const theirs = outcomeOf(() =>
        kind === 'history'
          ? wasm.encoding.renderConversation(given, config)
          : wasm.encoding.renderConversationForCompletion(given, 'assistant', config),
      );
      const ours = outcomeOf(() =>
        encodeConversation(conversation, { for: kind, dropAnalysis: drop ? 'official' : 'none' }),
      );
      if ('error' in theirs) errors++;
      expect(ours, JSON.stringify(conversation)).toEqual(theirs);
    }
    // The generator makes some wrong conversations, and mostly right ones.
    expect(errors).toBeGreaterThan(COUNT / 50);
    expect(errors).toBeLessThan(COUNT / 3);
  });
});

it('the built-in tools are those of npm WASM', async () => {
  // Only now: its import fetches, which loadWasmHarmony answers.
  const { get_tool_namespace_config } = await import('openai-harmony');
  const render = (tools: Record<string, unknown>): Conversation =>
    ({ messages: [{ role: 'system', content: [{ type: 'system_content', tools }] }] }) as unknown as Conversation;
  const theirs = { browser: get_tool_namespace_config('browser'), python: get_tool_namespace_config('python') };
  const ours = { browser: browserTool(), python: pythonTool() };
  expect(encodeConversation(render(ours))).toEqual(encodeConversation(render(theirs)));
});
