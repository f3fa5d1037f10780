/** The vocabulary file: rebuilt from `tiktoken`, hash checked, read as it lies, loaded in time. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { RANK_FILE_SHA256, rankFile, ranksOf } from '../../lib/wire/build-vocabulary.ts';
import {
  buildVocabularyFile,
  Kind,
  kindOf,
  LAST_TOKEN,
  ORDINARY_COUNT,
  openVocabulary,
  specialName,
} from '../../lib/wire/index.ts';

const packed = createRequire(import.meta.url)('tiktoken/encoders/o200k_base.json') as { bpe_ranks: string };
const ranks = ranksOf(packed.bpe_ranks);
const file = readFileSync(new URL('../../dist/o200k_harmony.bin', import.meta.url));
const vocabulary = openVocabulary(file);

describe('the file', () => {
  it('comes from the rank file that the reference loads', () => {
    expect(createHash('sha256').update(rankFile(ranks)).digest('hex')).toBe(RANK_FILE_SHA256);
    expect(ranks).toHaveLength(ORDINARY_COUNT);
  });

  it('is what the build writes', () => {
    const built = buildVocabularyFile(ranks.map((token) => Buffer.from(token, 'base64')));
    expect(Buffer.compare(built, file)).toBe(0);
  });

  it('holds the bytes of every ordinary token', () => {
    let total = 0;
    let longest = 0;
    for (let id = 0; id < ORDINARY_COUNT; id++) {
      const bytes = vocabulary.bytes(id);
      if (Buffer.compare(bytes, Buffer.from(ranks[id]!, 'base64')) !== 0) expect.fail(`token ${id} differs`);
      if (vocabulary.byteLength(id) !== bytes.length) expect.fail(`length of ${id} differs`);
      total += bytes.length;
      longest = Math.max(longest, bytes.length);
    }
    expect({ total, longest }).toEqual({ total: 1_397_670, longest: 128 });
  });

  it('holds 1,091 specials by name, and 1,562 tokens that are no text alone', () => {
    let specials = 0;
    for (let id = ORDINARY_COUNT; id <= LAST_TOKEN; id++) {
      if (new TextDecoder().decode(vocabulary.bytes(id)) === specialName(id)) specials++;
    }
    expect(specials).toBe(1091);
    let halves = 0;
    for (let id = 0; id < ORDINARY_COUNT; id++) if (vocabulary.stringOf(id) === '') halves++;
    expect(halves).toBe(1562);
  });

  it.each(['', 'HWVOCAB1', 'x'.repeat(100)])('anything else is refused: %j', (content) => {
    expect(() => openVocabulary(new TextEncoder().encode(content))).toThrow('not a harmony-wire vocabulary file');
    expect(() => openVocabulary(file.subarray(0, file.length - 1000))).toThrow('cut off');
  });
});

describe('kinds', () => {
  it('follow the token table of the reference', () => {
    const named = [
      [200002, Kind.Return, '<|return|>'],
      [200003, Kind.Constrain, '<|constrain|>'],
      [200005, Kind.Channel, '<|channel|>'],
      [200006, Kind.Start, '<|start|>'],
      [200007, Kind.End, '<|end|>'],
      [200008, Kind.Message, '<|message|>'],
      [200012, Kind.Call, '<|call|>'],
      [199999, Kind.EndOfText, '<|endoftext|>'],
      [199998, Kind.Reserved, '<|startoftext|>'],
      [200000, Kind.Reserved, '<|reserved_200000|>'],
      [200018, Kind.Reserved, '<|reserved_200018|>'],
      [201088, Kind.Reserved, '<|reserved_201088|>'],
    ] as const;
    for (const [id, kind, name] of named) expect([kindOf(id), specialName(id)]).toEqual([kind, name]);
    for (const id of [-1, 201_089, 2 ** 32 - 1]) expect(kindOf(id)).toBe(Kind.Unknown);
    for (const id of [0, 199_997]) expect(kindOf(id)).toBe(Kind.Text);
  });
});

describe('loading', () => {
  const probe = (body: string) =>
    execFileSync(process.execPath, ['--input-type=module', '-e', body], {
      encoding: 'utf8',
      cwd: new URL('../..', import.meta.url),
    });

  it('text needs no vocabulary', () => {
    const script = `
      const { parseText, parseTokens } = await import('./dist/fallback/index.js');
      if (parseText('<|channel|>final<|message|>x').messages.length !== 1) throw new Error('no message');
      let code; try { parseTokens([200008]); } catch (error) { code = error.code; }
      console.log(code);`;
    expect(probe(script).trim()).toBe('ERR_HARMONY_VOCABULARY_NOT_LOADED');
  });

  it('the fallback entry takes the file as bytes', () => {
    const script = `
      import { readFileSync } from 'node:fs';
      const { loadVocabulary, parseTokens } = await import('./dist/fallback/index.js');
      await loadVocabulary(readFileSync('./dist/o200k_harmony.bin'));
      console.log(parseTokens([200005, 17196, 200008, 12194]).messages[0].content);`;
    expect(probe(script).trim()).toBe('Hi');
  });

  it('nothing in the fallback imports node:', () => {
    const seen = new Set<string>();
    const visit = (url: URL) => {
      if (seen.has(url.href)) return;
      seen.add(url.href);
      for (const [, from] of readFileSync(url, 'utf8').matchAll(/from ["']([^"']+)["']/g)) {
        if (from!.startsWith('.')) visit(new URL(from!, url));
        else expect.fail(`${url.pathname} imports ${from}`);
      }
    };
    visit(new URL('../../dist/fallback/index.js', import.meta.url));
    expect(seen.size).toBeGreaterThan(10);
  });
});
