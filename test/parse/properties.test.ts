/**
 * Properties that hold for every input, on seeded sequences and on fast-check's own (which shrink). 20,000 cases of each
 * sort usually, 200,000 in CI.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ChatView,
  createTextParser,
  createTokenParser,
  type HarmonyMessage,
  HarmonyParseError,
  type MessageHead,
  type ParseOptions,
  type ParseResult,
  parseText,
  parseTokens,
  type Role,
  toChat,
  toChats,
} from '../../lib/index.ts';
import { hasControlMarker, isWhiteSpace, LAST_TOKEN, ORDINARY_COUNT } from '../../lib/wire/index.ts';
import { anySequence, type Sequence } from '../support/generate.ts';
import { caseCount, Random, runSeed } from '../support/random.ts';
import { expectEqual } from '../support/same.ts';
import { markersSpelled, markerTokens, spell, withoutMarkers } from '../support/spell.ts';

const SEED = runSeed();
const CASES = caseCount(20_000);

interface Observed {
  result: ParseResult;
  deltas: string[];
  heads: MessageHead[];
  ended: HarmonyMessage[];
}

/** Runs a parser over chunks and collects what its handlers say. */
function observe<T>(
  make: (options: ParseOptions) => { feed(chunk: T): void; end(): ParseResult },
  role: Role | null,
  chunks: readonly T[],
): Observed {
  const seen: Omit<Observed, 'result'> = { deltas: [], heads: [], ended: [] };
  const parser = make({
    role,
    onMessageStart: (head) => seen.heads.push(head),
    onDelta: (text, head) => {
      seen.deltas[head.index] = (seen.deltas[head.index] ?? '') + text;
    },
    onMessageEnd: (message) => seen.ended.push(message),
  });
  for (const chunk of chunks) parser.feed(chunk);
  return { result: parser.end(), ...seen };
}

function cut<T extends string | number[]>(random: Random, whole: T): T[] {
  const pieces: T[] = [];
  for (let at = 0; at < whole.length; ) {
    const length = 1 + random.below(random.chance(0.5) ? 3 : 40);
    pieces.push(whole.slice(at, at + length) as T);
    at += length;
  }
  return pieces;
}

const fixedId = { idFactory: ({ index }: { index: number }) => `call_${index}` };

function chats(result: ParseResult): [ChatView, ChatView[]] {
  return [toChat(result, fixedId), toChats(result, fixedId)];
}

function checkHandlers({ result, deltas, heads, ended }: Observed): void {
  expectEqual(ended, result.messages);
  expectEqual(heads.length, ended.length);
  result.messages.forEach((message, i) => {
    expectEqual(deltas[i] ?? '', message.content);
    expectEqual({ ...message, ...heads[i] }, message);
  });
}

/** What strict mode says of the chunks: the result, or the error's fields. */
function strictly<T>(
  make: (options: ParseOptions) => { feed(chunk: T): void; end(): ParseResult },
  role: Role | null,
  chunks: readonly T[],
): unknown {
  try {
    const parser = make({ role, mode: 'strict' });
    for (const chunk of chunks) parser.feed(chunk);
    return parser.end();
  } catch (error) {
    if (!(error instanceof HarmonyParseError)) throw error;
    const { code, at, messageIndex, messages, issue } = error;
    return { code, at, messageIndex, messages, issue };
  }
}

const NO_SPACE = (text: string) => [...text].filter((c) => !isWhiteSpace(c.charCodeAt(0))).join('');

/** Grammar rule 10: headers, contents and the texts of issues are the input without markers. */
function checkConservation(text: string, result: ParseResult): void {
  const loose = result.issues.filter(
    ({ code, text: t }) =>
      t !== undefined &&
      (code === 'truncated_header' || code === 'missing_message_token' || code === 'duplicate_start'),
  );
  let held = '';
  for (let i = 0; i <= result.messages.length; i++) {
    for (const issue of loose) if (issue.messageIndex === i) held += issue.text;
    const message = result.messages[i];
    if (message !== undefined) held += message.header + message.content;
  }
  const pending = result.pending?.header;
  const silent =
    pending !== undefined && !loose.some((issue) => issue.code === 'truncated_header' && issue.text === pending);
  if (silent) held += pending;
  expectEqual(NO_SPACE(withoutMarkers(held)), NO_SPACE(withoutMarkers(text)));
}

function checkNames(result: ParseResult): void {
  for (const { name, recipient, channel, contentType } of result.messages) {
    for (const value of [name, recipient, channel, contentType]) {
      if (value !== undefined && hasControlMarker(value)) expect.fail(`marker in ${JSON.stringify(value)}`);
    }
  }
}

const comparable = (message: HarmonyMessage) => ({ ...message, tokens: undefined });

/** The ids path and the text path differ by design where ids are reserved or unknown: those are left out. */
function checkTextEqualsIds({ tokens, role }: Sequence): void {
  const plain = tokens.filter((id) => id >= 0 && (id < ORDINARY_COUNT || kindIsNamed(id)) && id <= LAST_TOKEN);
  const text = spell(plain);
  if (markersSpelled(text) !== markerTokens(plain)) return;
  const byIds = parseTokens(plain, { role });
  const byText = parseText(text, { role });
  expectEqual(byText.messages.map(comparable), byIds.messages.map(comparable));
  const remarks = (result: ParseResult) =>
    result.issues.map(({ code, messageIndex, text: t }) => [code, messageIndex, t]);
  expectEqual(remarks(byText), remarks(byIds));
  expectEqual(byText.pending, byIds.pending);
}

const kindIsNamed = (id: number) =>
  [199_999, 200_002, 200_003, 200_005, 200_006, 200_007, 200_008, 200_012].includes(id);

function checkSequence(random: Random, sequence: Sequence): void {
  const { tokens, role } = sequence;
  const whole = observe<number[] | number>(createTokenParser, role, [tokens]);
  checkHandlers(whole);
  checkNames(whole.result);
  const { usage } = whole.result;
  const { analysis, commentary, final, call, other } = usage!.body;
  expectEqual(usage!.total, tokens.length);
  const least = Math.min(usage!.markers, usage!.header, analysis, commentary, final, call, other);
  if (least < 0) expect(usage).toBe('without a negative count');

  for (const chunks of [tokens, cut(random, tokens)]) {
    const split = observe<number[] | number>(createTokenParser, role, chunks);
    checkHandlers(split);
    expectEqual(split.result, whole.result);
    expectEqual(split.deltas, whole.deltas);
  }
  const view = chats(whole.result);
  expectEqual(chats(parseTokens(Int32Array.from(tokens), { role })), view);

  const text = spell(tokens);
  const wholeText = observe<string>(createTextParser, role, [text]);
  checkHandlers(wholeText);
  checkNames(wholeText.result);
  for (const { content } of wholeText.result.messages) if (hasControlMarker(content)) expect.fail('marker in content');
  checkConservation(text, wholeText.result);
  const splitText = observe<string>(createTextParser, role, cut(random, text));
  expectEqual(splitText.result, wholeText.result);
  expectEqual(splitText.deltas, wholeText.deltas);
  expectEqual(chats(splitText.result), chats(wholeText.result));
  checkTextEqualsIds(sequence);

  const strict = strictly<number[] | number>(createTokenParser, role, [tokens]);
  expectEqual(strictly<number[] | number>(createTokenParser, role, tokens), strict);
  const strictText = strictly<string>(createTextParser, role, [text]);
  expectEqual(strictly<string>(createTextParser, role, cut(random, text)), strictText);
}

describe('generated sequences', () => {
  it(`any split, text and ids, names, conservation (${CASES} cases)`, { timeout: 900_000 }, () => {
    for (let i = 0; i < CASES; i++) {
      const random = new Random(SEED + i);
      const sequence = anySequence(random);
      try {
        checkSequence(random, sequence);
      } catch (error) {
        const { sort, role, tokens } = sequence;
        console.error(`case ${i} of seed ${SEED}: ${sort}, role ${role}, ids ${JSON.stringify(tokens)}`);
        throw error;
      }
    }
  });

  it('well-formed ones have no issues but remarks of severity info', () => {
    let seen = 0;
    for (let i = 0; i < 2000; i++) {
      const { sort, role, tokens } = anySequence(new Random(SEED + i));
      if (sort !== 'well-formed') continue;
      seen++;
      const { issues, pending } = parseTokens(tokens, { role });
      expectEqual(
        issues.filter((issue) => issue.severity !== 'info'),
        [],
      );
      expect(pending).toBeUndefined();
      expect(() => parseTokens(tokens, { role, mode: 'strict' })).not.toThrow();
    }
    expect(seen).toBeGreaterThan(300);
  });

  it('reset() makes a parser as new, and every prefix is safe', () => {
    const parser = createTokenParser({ role: 'assistant' });
    for (let i = 0; i < CASES / 10; i++) {
      const random = new Random(SEED + i);
      const { tokens } = anySequence(random);
      const prefix = tokens.slice(0, random.below(tokens.length + 1));
      parser.reset();
      parser.feed(prefix);
      if (random.chance(0.5)) expectEqual(parser.end(), parseTokens(prefix));
      parser.reset();
      parser.feed(tokens);
      expectEqual(parser.end(), parseTokens(tokens));
      toChat(parseTokens(prefix));
    }
  });

  it('a prefill is input that came before', () => {
    for (let i = 0; i < CASES / 10; i++) {
      const random = new Random(SEED + i);
      const { tokens, role } = anySequence(random);
      const at = random.below(tokens.length + 1);
      const prefilled = parseTokens(tokens.slice(at), { role, prefill: tokens.slice(0, at) });
      const whole = parseTokens(tokens, { role });
      const after = whole.messages.slice(whole.messages.length - prefilled.messages.length);
      // A message that was open at the border has its head repeated, and the content that came behind it.
      prefilled.messages.forEach((message, k) => {
        const { role: author, recipient, channel, header, content, end } = after[k]!;
        expect(message).toMatchObject({ role: author, recipient, channel, header, end });
        if (k > 0) expect(message.content).toBe(content);
        else expect(content.endsWith(message.content)).toBe(true);
      });
    }
  });
});

describe('fast-check', () => {
  const word = fc.constantFrom(
    'assistant',
    'analysis',
    'final',
    'to=f',
    ' to=functions.f',
    ' json',
    ' ',
    'x',
    '{"a":1}',
    'é🎉',
  );
  const marker = fc.constantFrom(
    '<|start|>',
    '<|channel|>',
    '<|constrain|>',
    '<|message|>',
    '<|end|>',
    '<|return|>',
    '<|call|>',
    '<|endoftext|>',
  );
  const piece = fc.oneof(
    word,
    marker,
    fc.string({ unit: 'binary', maxLength: 5 }),
    fc.constantFrom('<', '<|', '|>', '<|en'),
  );
  const texts = fc.array(piece, { maxLength: 30 });
  const roles = fc.constantFrom<Role | null>('assistant', null, 'user', 'tool');

  it('any text, any split', () => {
    fc.assert(
      fc.property(texts, roles, (pieces, role) => {
        const text = pieces.join('');
        const whole = observe<string>(createTextParser, role, [text]);
        checkHandlers(whole);
        checkNames(whole.result);
        checkConservation(text, whole.result);
        const split = observe<string>(createTextParser, role, pieces);
        const units = observe<string>(createTextParser, role, text.split(''));
        expectEqual(split.result, whole.result);
        expectEqual(units.result, whole.result);
        expectEqual(units.deltas, whole.deltas);
        chats(whole.result);
      }),
      { numRuns: CASES, seed: SEED },
    );
  });

  it('any ids, any split', () => {
    const id = fc.oneof(
      fc.integer({ min: 0, max: 300 }),
      fc.integer({ min: 199_990, max: 200_020 }),
      fc.constantFrom(200002, 200003, 200005, 200006, 200007, 200008, 200012, 199999, 173781, 35644, 17196, 12606, 815),
      fc.integer({ min: -5, max: 2 ** 32 - 1 }),
    );
    fc.assert(
      fc.property(fc.array(id, { maxLength: 40 }), roles, fc.nat(), (tokens, role, seed) => {
        checkSequence(new Random(seed), { sort: 'noise', role, tokens });
      }),
      { numRuns: CASES / 4, seed: SEED },
    );
  });

  it('stripped markers: any text, any split', () => {
    const stripped = fc.array(
      fc.oneof(word, fc.constantFrom('assistantfinal', 'assistantcommentary', 'assistantanalysis')),
      {
        maxLength: 12,
      },
    );
    fc.assert(
      fc.property(stripped, (pieces) => {
        const make = (options: ParseOptions) => createTextParser({ ...options, strippedMarkers: true });
        const whole = observe<string>(make, 'assistant', [pieces.join('')]);
        checkHandlers(whole);
        checkConservation(pieces.join(''), whole.result);
        expectEqual(observe<string>(make, 'assistant', pieces).result, whole.result);
        chats(whole.result);
      }),
      { numRuns: CASES / 10, seed: SEED },
    );
  });
});
