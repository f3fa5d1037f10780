/**
 * Question: how fast does text become ids, without any cache of texts? Rivals are the two encoders of npm. Words come
 * again from round to round: the encoder in TypeScript and gpt-tokenizer keep them, the native one and tiktoken do not.
 */
import { deepStrictEqual } from 'node:assert';
import { encode as gptEncode } from 'gpt-tokenizer/encoding/o200k_base';
import { loadCorpus } from '../corpus.ts';
import type { Subject } from '../paired.ts';
import { product } from '../product.ts';
import { contentsOf, encodeInScript, nativeEncoder } from '../renderer.ts';
import type { Line, Row, Target } from '../row.ts';
import { compare } from '../row.ts';
import { loadTiktoken } from '../tiktoken.ts';

const TEXTS = 1_000;
const QUICK_TEXTS = 20;
const WORDS = 20_000;
const NO_SPECIALS = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() };

/** What made the native encoder worth its code. */
const NATIVE: Target = { of: 'ratio_median', at_least: 5 };

type Encode = (text: string) => Uint32Array;

const encoders: { name: string; run: Encode; target?: Target }[] = [
  ...(product.engine === 'native' ? [{ name: 'native encoder', run: nativeEncoder(), target: NATIVE }] : []),
  { name: 'encoder in TypeScript', run: encodeInScript },
];

export const encoding: Row = {
  name: 'encode',
  title: 'text to ids',
  async check() {
    for (const text of contentsOf(loadCorpus(), QUICK_TEXTS)) {
      const wanted = [...loadTiktoken().encode_ordinary(text)];
      for (const { run } of encoders) deepStrictEqual([...run(text)], wanted, text);
    }
  },
  async time(effort) {
    const texts = contentsOf(loadCorpus(), effort.quick ? QUICK_TEXTS : TEXTS);
    const subject = subjectOver(texts);
    const tiktoken = loadTiktoken();
    const theirs = subject('tiktoken', (text) => tiktoken.encode_ordinary(text));
    const gpt = subject('gpt-tokenizer', (text) => gptEncode(text, NO_SPECIALS));
    const lines: Line[] = [];
    for (const { name, run, target } of encoders) {
      const rivals = [{ rival: theirs, ...(target && { target }) }, { rival: gpt }];
      lines.push(...(await compare(this.name, subject(name, run), rivals, effort)));
    }
    if (encoders.length < 2) return lines;
    // Whether a text can be too short for the native one.
    const words = subjectOver(texts.flatMap((text) => text.split(' ')).slice(0, WORDS));
    const [native, script] = encoders.map(({ name, run }) => words(`${name}, word by word`, run));
    return [...lines, ...(await compare(this.name, native!, [{ rival: script! }], effort))];
  },
};

type Length = (text: string) => { length: number };

function subjectOver(texts: readonly string[]): (name: string, run: Length) => Subject {
  const work = {
    tokens: texts.reduce((sum, text) => sum + encodeInScript(text).length, 0),
    bytes: texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0),
  };
  return (name, run) => ({ name, ...work, run: () => texts.reduce((sum, text) => sum + run(text).length, 0) });
}
