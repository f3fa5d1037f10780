/** The functions of the add-on that encode, called as nobody should: no step out of memory, a status for each fault. */
import { expect, it } from 'vitest';
import { bundledVocabulary } from '../../lib/addon/index.ts';
import { type EncodeAddon, loadEncodeAddon } from '../../lib/render/encode/native.ts';
import { encoders } from '../render/encoders.ts';

const [OK, INVALID_VOCABULARY, MISUSE] = [0, 7, 8];
const into = new Uint32Array(16);
const run = it.runIf(encoders.length > 1);

run('wrong arguments are misuse', () => {
  const addon = loadEncodeAddon();
  expect(addon.openEncoder(bundledVocabulary())).toBe(OK);
  for (const wrong of [undefined, null, 'text', {}, new Uint8Array(4), new Float64Array(4), []] as never[]) {
    expect(addon.encode('text', wrong)).toBe(-MISUSE);
    expect(addon.copyIds(wrong)).toBe(MISUSE);
  }
  for (const wrong of [undefined, 1, {}, Symbol('text'), ['text']] as never[]) {
    expect(addon.encode(wrong, into)).toBe(-MISUSE);
  }
  for (const wrong of [undefined, 'file', new Uint32Array(4)] as never[]) expect(addon.openEncoder(wrong)).toBe(MISUSE);
  expect((addon.encode as unknown as () => number)()).toBe(-MISUSE);
  expect(addon.encode('text', new Uint32Array(0))).toBe(-MISUSE);
  expect(addon.encode('text', into)).toBe(1);
});

run('ids that have no room are waited for, once', () => {
  const addon = loadEncodeAddon();
  expect(addon.openEncoder(bundledVocabulary())).toBe(OK);
  const [, encode] = encoders[0]!;
  const text = 'a text of more ids than one';
  const wanted = encode(text);
  const small = Uint32Array.of(7);
  expect(addon.encode(text, small)).toBe(wanted.length);
  expect(small[0]).toBe(7);
  expect(addon.copyIds(small)).toBe(MISUSE);
  const large = new Uint32Array(wanted.length);
  expect(addon.copyIds(large)).toBe(OK);
  expect(large).toEqual(wanted);
});

run('a file that is none, or is taken away, is an invalid vocabulary until a good one comes', () => {
  const addon: EncodeAddon = loadEncodeAddon();
  expect(addon.openEncoder(new Uint8Array(100))).toBe(INVALID_VOCABULARY);
  expect(addon.encode('text', into)).toBe(-INVALID_VOCABULARY);
  const file = Uint8Array.from(bundledVocabulary());
  expect(addon.openEncoder(file)).toBe(OK);
  structuredClone(file.buffer, { transfer: [file.buffer] });
  expect(addon.encode('text', into)).toBe(-INVALID_VOCABULARY);
  expect(addon.openEncoder(bundledVocabulary())).toBe(OK);
  expect(addon.encode('text', into)).toBe(1);
});
