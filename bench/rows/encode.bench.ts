/** Question: how fast does text become ids, without any cache of texts? Rivals are the two encoders of npm. */
import { deepStrictEqual } from 'node:assert';
import { encode as gptEncode } from 'gpt-tokenizer/encoding/o200k_base';
import { loadCorpus } from '../corpus.ts';
import type { Subject } from '../paired.ts';
import { contentsOf, encode } from '../renderer.ts';
import type { Row } from '../row.ts';
import { compare } from '../row.ts';
import { loadTiktoken } from '../tiktoken.ts';

const TEXTS = 1_000;
const QUICK_TEXTS = 20;
const NO_SPECIALS = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() };

type Encode = (text: string) => { length: number };

export const encoding: Row = {
  name: 'encode',
  title: 'text to ids',
  async check() {
    for (const text of contentsOf(loadCorpus(), QUICK_TEXTS)) {
      deepStrictEqual([...encode(text)], [...loadTiktoken().encode_ordinary(text)], text);
    }
  },
  async time(effort) {
    const texts = contentsOf(loadCorpus(), effort.quick ? QUICK_TEXTS : TEXTS);
    const work = {
      tokens: texts.reduce((sum, text) => sum + encode(text).length, 0),
      bytes: texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0),
    };
    const subject = (name: string, run: Encode): Subject => ({
      name,
      ...work,
      run: () => texts.reduce((sum, text) => sum + run(text).length, 0),
    });
    const tiktoken = loadTiktoken();
    const rivals = [
      { rival: subject('tiktoken', (text) => tiktoken.encode_ordinary(text)) },
      { rival: subject('gpt-tokenizer', (text) => gptEncode(text, NO_SPECIALS)) },
    ];
    return compare(this.name, subject('encode', encode), rivals, effort);
  },
};
