import { expect, test } from 'vitest';
import { CHANNEL, END, MESSAGE, RETURN, START } from '../../lib/wire/index.ts';
import { loadWasmHarmony } from './wasm-harmony.ts';

// Ids of o200k_base: 35644 'analysis', 17196 'final', 173781 'assistant', 13225 'Hello'.
const COMPLETION = [CHANNEL, 35644, MESSAGE, 13225, END, START, 173781, CHANNEL, 17196, MESSAGE, 13225, RETURN];

test('npm WASM loads offline and parses a completion', async () => {
  const wasm = await loadWasmHarmony();
  expect(wasm.parse(COMPLETION)).toEqual([
    { role: 'assistant', channel: 'analysis', content: 'Hello' },
    { role: 'assistant', channel: 'final', content: 'Hello' },
  ]);
});

test('its parser takes one id a call and gives the same messages', async () => {
  const wasm = await loadWasmHarmony();
  expect(await loadWasmHarmony()).toBe(wasm);
  const parser = wasm.createParser();
  const deltas: string[] = [];
  for (const id of COMPLETION) {
    parser.process(id);
    if (parser.state === 'Content' && parser.lastContentDelta) deltas.push(parser.lastContentDelta);
  }
  expect(JSON.parse(parser.messages)).toEqual(wasm.parse(COMPLETION));
  parser.free();
});
