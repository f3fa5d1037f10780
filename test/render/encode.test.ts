/** The encoder against tiktoken: ids, and what tiktoken cannot do in bounded time. */
import { createRequire } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Tiktoken as Encoder } from 'tiktoken/lite';
import { describe, expect, it } from 'vitest';
import { PieceCache } from '../../lib/render/encode/cache.ts';
import { encode } from '../../lib/render/encode/index.ts';
import { encodeConversation, renderConversation } from '../../lib/render/index.ts';
import { ORDINARY_COUNT, specialName } from '../../lib/wire/index.ts';
import { seededRandom } from './random.ts';

const require = createRequire(import.meta.url);
const { Tiktoken } = require('tiktoken/lite') as { Tiktoken: typeof Encoder };
const source = require('tiktoken/encoders/o200k_base.json') as { bpe_ranks: string; pat_str: string };
const tiktoken = new Tiktoken(source.bpe_ranks, {}, source.pat_str);

/** One class of the split pattern each, and what tells the classes apart. */
const POOLS = [
  "aAbB zZ 'sStTdDlLmMvVeErR'",
  "ſ'ſ Kk'LL'Re'vE",
  '\n\r\n  \t/!?.,;:',
  '0123456789１２٣½',
  '日本語かなカナー',
  'éÉñßẞǅǈʰˠ',
  '\u0301\u0308\u093c\u0903a',
  '🎉👩‍👩‍👧\ufe0f',
  '<|start|>end',
  '\u0085\u00a0\u2028\u3000\ufeff\u200b\u180e',
  ' \n ',
  'العربية हिन्दी ไทย 한국어 Русский ქართული',
].map((pool) => [...pool]);

function randomText(random: (below: number) => number): string {
  const characters = [...POOLS[random(POOLS.length)]!, ...POOLS[random(POOLS.length)]!];
  return Array.from({ length: 1 + random(40) }, () => characters[random(characters.length)]).join('');
}

describe('the same ids as tiktoken', () => {
  it('on 10,000 random texts', () => {
    const random = seededRandom(7);
    for (let i = 0; i < 10_000; i++) {
      const text = randomText(random);
      expect([...encode(text)], JSON.stringify(text)).toEqual([...tiktoken.encode_ordinary(text)]);
    }
  });

  it('on every 13th code point, beside letters, digits, signs and spaces', () => {
    for (let point = 0; point < 0x110000; point += 13) {
      if (point >= 0xd800 && point < 0xe000) continue;
      const c = String.fromCodePoint(point);
      const text = `a${c}b A${c}B 1${c} ${c}${c} !${c}`;
      expect([...encode(text)], point.toString(16)).toEqual([...tiktoken.encode_ordinary(text)]);
    }
  });

  it.each([['x'], [' '], ['\n'], [' \n'], ['.'], ['日本語のテキスト'], ['ab'], ['aÀ'], ['!\n/']])(
    'on a run of %j',
    (unit) => {
      const text = `start ${unit.repeat(700)} end${unit.repeat(300)}`;
      expect([...encode(text)]).toEqual([...tiktoken.encode_ordinary(text)]);
    },
  );

  it('on a word of 5,000 random letters', () => {
    const random = seededRandom(11);
    const word = Array.from({ length: 5000 }, () => String.fromCharCode(97 + random(26))).join('');
    expect([...encode(word)]).toEqual([...tiktoken.encode_ordinary(word)]);
  });
});

describe('bounded time', () => {
  // tiktoken needs minutes for any of these: 32,000 units take it 0.5 s, and the time is quadratic.
  it.each([
    ['a megabyte of one letter', 'x'.repeat(1e6), 125_000],
    ['a megabyte of spaces', ' '.repeat(1e6), 7_813],
    ['a megabyte of newlines', '\n'.repeat(1e6), 62_500],
    ['600,000 units of space and newline', ' \n'.repeat(3e5), 150_000],
    ['a million Han characters', '日本語のテキスト'.repeat(125_000), 750_000],
  ])('%s', (_, text, count) => {
    const start = performance.now();
    expect(encode(text)).toHaveLength(count);
    expect(performance.now() - start).toBeLessThan(20_000);
  });

  it('a word of 100,000 letters', () => {
    const random = seededRandom(3);
    const word = Array.from({ length: 100_000 }, () => String.fromCharCode(97 + random(26))).join('');
    const start = performance.now();
    expect(encode(word).length).toBeGreaterThan(20_000);
    expect(performance.now() - start).toBeLessThan(5_000);
  });

  it('a run beyond 4 MiB is refused before the time is spent, and the encoder goes on', () => {
    const messages = [{ role: 'user' as const, content: 'x'.repeat(4 * 2 ** 20 + 1) }];
    expect(() => encodeConversation({ messages })).toThrow(
      expect.objectContaining({ code: 'ERR_HARMONY_CONTENT_TOO_LARGE' }),
    );
    expect([...encode('hello')]).toEqual([...tiktoken.encode_ordinary('hello')]);
  });

  it('a text beyond maxPieceLength is refused, naming the message', () => {
    const messages = [
      { role: 'user' as const, content: 'ok' },
      { role: 'user' as const, content: 'too long' },
    ];
    expect(() => renderConversation({ messages }, { maxPieceLength: 7 })).toThrow(
      expect.objectContaining({
        code: 'ERR_HARMONY_CONTENT_TOO_LARGE',
        message: expect.stringContaining('messages[1]'),
      }),
    );
  });
});

it('no spelling of a special becomes one, in content, names, recipients, channels, arguments', () => {
  for (let id = ORDINARY_COUNT; id < 200_020; id++) {
    const spelled = specialName(id);
    const ids = encodeConversation({
      messages: [
        { role: 'user', name: spelled, content: spelled },
        { role: 'assistant', recipient: spelled, channel: spelled, content_type: `x${spelled}`, content: spelled },
        { role: 'tool', name: spelled, content: `{"a":"${spelled}"}` },
      ],
    });
    const specials = [...ids].filter((token) => token >= ORDINARY_COUNT);
    expect(specials).toEqual([200006, 200008, 200007, 200006, 200005, 200008, 200012, 200006, 200008, 200007]);
  }
});

it('lone surrogates become U+FFFD, in text and ids alike', () => {
  const conversation = { messages: [{ role: 'user' as const, content: 'a\ud800b\udc00' }] };
  expect(renderConversation(conversation)).toBe('<|start|>user<|message|>a\ufffdb\ufffd<|end|>');
  const expected = encodeConversation({ messages: [{ role: 'user', content: 'a\ufffdb\ufffd' }] });
  expect(encodeConversation(conversation)).toEqual(expected);
});

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

function memory(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

describe('the cache of pieces', () => {
  it('keeps what was used lately, within its bytes', () => {
    const cache = new PieceCache(4_000);
    const ids = Uint32Array.of(1);
    cache.set('kept', ids);
    for (let i = 0; i < 100; i++) {
      cache.set(`text ${i}`, ids);
      expect(cache.get('kept')).toBe(ids);
    }
    const found = Array.from({ length: 100 }, (_, i) => cache.get(`text ${i}`)).filter((entry) => entry !== undefined);
    expect(found.length).toBeGreaterThan(0);
    expect(found.length * 250).toBeLessThanOrEqual(4_000);
  });

  it('refuses what would fill half of it', () => {
    const cache = new PieceCache(4_000);
    cache.set('x'.repeat(1_000), new Uint32Array(1));
    expect(cache.get('x'.repeat(1_000))).toBeUndefined();
  });

  it('does not keep the text alive that a key was cut from', () => {
    const before = memory();
    const cache = new PieceCache(32 * 2 ** 20);
    for (let i = 0; i < 64; i++) {
      const long = Buffer.alloc(2 ** 20, `${i} `).toString('latin1');
      cache.set(long.slice(0, 20), Uint32Array.of(i));
    }
    expect(memory() - before).toBeLessThan(32 * 2 ** 20);
    expect(cache.get('0 0 0 0 0 0 0 0 0 0 ')).toEqual(Uint32Array.of(0));
  });

  it('a result does not share memory with it', () => {
    const conversation = { messages: [{ role: 'user' as const, content: 'shared?' }] };
    const first = encodeConversation(conversation);
    const copy = first.slice();
    first.fill(0);
    expect(encodeConversation(conversation)).toEqual(copy);
  });
});
