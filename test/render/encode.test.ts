/** Both encoders against tiktoken: ids, and what tiktoken cannot do in bounded time. */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Tiktoken as Encoder } from 'tiktoken/lite';
import { describe, expect, it } from 'vitest';
import { PieceCache } from '../../lib/render/encode/cache.ts';
import { encode } from '../../lib/render/encode/index.ts';
import { encodeConversation, renderConversation } from '../../lib/render/index.ts';
import { ORDINARY_COUNT, specialName } from '../../lib/wire/index.ts';
import { encoders } from './encoders.ts';
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

/** Each word of the list that follows is encoded by both encoders and by tiktoken. */
function expectTheirs(texts: Iterable<string>): void {
  for (const text of texts) {
    const theirs = [...tiktoken.encode_ordinary(text)].join();
    for (const [name, run] of encoders) {
      if (run(text).join() !== theirs) expect([...run(text)].join(), `${name}: ${JSON.stringify(text)}`).toBe(theirs);
    }
  }
}

function* times(count: number, make: () => string): Generator<string> {
  for (let i = 0; i < count; i++) yield make();
}

/** CI takes the time for all of them. */
const ALL = Boolean(process.env.CI);

describe('the same ids as tiktoken', () => {
  it(`on ${ALL ? 50_000 : 10_000} random texts`, () => {
    const random = seededRandom(7);
    expectTheirs(times(ALL ? 50_000 : 10_000, () => randomText(random)));
  });

  it(`on every ${ALL ? '' : '13th '}code point, beside letters, digits, signs and spaces`, () => {
    for (let point = 0; point < 0x110000; point += ALL ? 1 : 13) {
      if (point >= 0xd800 && point < 0xe000) continue;
      const c = String.fromCodePoint(point);
      expectTheirs([`a${c}b A${c}B 1${c} ${c}${c} !${c}`]);
    }
  });

  it.each([['x'], [' '], ['\n'], [' \n'], ['.'], ['日本語のテキスト'], ['ab'], ['aÀ'], ['!\n/'], ['\u0301'], ['🎉']])(
    'on a run of %j, of every length up to 300 and of 700',
    (unit) => {
      expectTheirs([`start ${unit.repeat(700)} end${unit.repeat(300)}`]);
      let length = 0;
      expectTheirs(times(300, () => unit.repeat(++length)));
    },
  );

  it('on words of random letters', () => {
    const random = seededRandom(11);
    const word = (length: number) => Array.from({ length }, () => String.fromCharCode(97 + random(26))).join('');
    expectTheirs([word(5000), ...times(200, () => word(1 + random(400)))]);
  });

  it('on texts with more ids than fit the first call', () => {
    const random = seededRandom(13);
    expectTheirs(times(3, () => Array.from({ length: 2_000 }, () => randomText(random)).join(' ')));
  });

  it('on every string of the vectors', () => {
    const folder = new URL('../vectors/', import.meta.url);
    const texts: string[] = [];
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.jsonl'))) {
      for (const line of readFileSync(new URL(file, folder), 'utf8').trim().split('\n')) {
        JSON.parse(line, (_, value: unknown) => {
          if (typeof value === 'string') texts.push(value.replace(/\p{Surrogate}/gu, '\ufffd'));
        });
      }
    }
    expect(texts.length).toBeGreaterThan(1_000);
    expectTheirs(texts);
  });

  it('on every ordinary token, and half of a character', () => {
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
    expectTheirs(times(1, () => ''));
    for (let id = 0; id < ORDINARY_COUNT; id += ALL ? 1 : 11) {
      expectTheirs([decoder.decode(tiktoken.decode_single_token_bytes(id))]);
    }
  });
});

it.each(encoders)('%s: lone surrogates count as U+FFFD', (_, run) => {
  for (const text of [
    '\ud800',
    'a\udc00b',
    '\udc00\ud800',
    '\ud800\ud83c\udf89',
    'a\ud83c',
    ' \ud83c\n',
    `${'\udfff'.repeat(99)}x`,
  ]) {
    expect([...run(text)]).toEqual([...run(text.replace(/\p{Surrogate}/gu, '\ufffd'))]);
  }
});

describe('bounded time', () => {
  // tiktoken needs minutes for any of these: 32,000 units take it 0.5 s, and the time is quadratic.
  describe.each(encoders)('%s', (_, run) => {
    it.each([
      ['a megabyte of one letter', 'x'.repeat(1e6), 125_000],
      ['a megabyte of spaces', ' '.repeat(1e6), 7_813],
      ['a megabyte of newlines', '\n'.repeat(1e6), 62_500],
      ['600,000 units of space and newline', ' \n'.repeat(3e5), 150_000],
      ['a million Han characters', '日本語のテキスト'.repeat(125_000), 750_000],
    ])('%s', (_case, text, count) => {
      const start = performance.now();
      expect(run(text)).toHaveLength(count);
      expect(performance.now() - start).toBeLessThan(20_000);
    });

    it('a word of 100,000 letters', () => {
      const random = seededRandom(3);
      const word = Array.from({ length: 100_000 }, () => String.fromCharCode(97 + random(26))).join('');
      const start = performance.now();
      expect(run(word).length).toBeGreaterThan(20_000);
      expect(performance.now() - start).toBeLessThan(5_000);
    });

    it('a run of 4 MiB is encoded; beyond, the same error says how long it is', () => {
      const most = 4 * 2 ** 20;
      expect(run('x'.repeat(most)).length).toBe(most / 8);
      const refused = (text: string, bytes: number) =>
        expect(() => run(text)).toThrow(
          expect.objectContaining({
            code: 'ERR_HARMONY_CONTENT_TOO_LARGE',
            message: expect.stringContaining(`a run of ${bytes} bytes`),
          }),
        );
      refused(`ok ${'x'.repeat(most)} ok`, most + 1);
      refused('日'.repeat(most / 2), (most / 2) * 3);
      refused(' '.repeat(most + 2), most + 2);
      refused(`${'🎉'.repeat(most / 4)}!`, most + 1);
      expect([...run('hello')]).toEqual([...tiktoken.encode_ordinary('hello')]);
    });
  });

  it('tiktoken takes more than eight times as long for four times the letters', () => {
    const time = (length: number) => {
      const text = 'x'.repeat(length);
      const start = performance.now();
      tiktoken.encode_ordinary(text);
      return performance.now() - start;
    };
    const least = (length: number) => Math.min(time(length), time(length), time(length));
    expect(least(16_000) / least(4_000)).toBeGreaterThan(8);
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
