/**
 * Seeded sequences of token ids: well-formed completions and conversations, mutations of them, noise.
 * Ids of text come from `tiktoken`, so they are what a model would write.
 */
import { get_encoding } from 'tiktoken';
import type { Role } from '../../lib/index.ts';
import { CALL, CHANNEL, CONSTRAIN, END, END_OF_TEXT, MESSAGE, RETURN, START } from '../../lib/wire/index.ts';
import type { Random } from './random.ts';

export interface Sequence {
  sort: 'well-formed' | 'mutated' | 'noise';
  /** The role to parse it with. */
  role: Role | null;
  tokens: number[];
}

const encoding = get_encoding('o200k_base');
const known = new Map<string, readonly number[]>();

/** Ordinary ids of `text`; a spelled marker in it stays text. */
export function encodeText(text: string): readonly number[] {
  let ids = known.get(text);
  if (ids === undefined) {
    ids = [...encoding.encode_ordinary(text)];
    known.set(text, ids);
  }
  return ids;
}

const TEXTS = [
  '',
  'Hi.',
  ' and so on, for a while',
  'Let me think about it step by step.\n\n1. First',
  '日本語のテキスト',
  'Привет, мир',
  '👩‍👩‍👧‍👦 🎉',
  'नमस्ते',
  'e\u0301 naïve ﷽',
  '\ufeffbyte order mark',
  ' \u00a0\u3000\u2028 ',
  'x <| y |> z <|en',
  'the word assistant, the word final, to=functions.f',
  '```py\nprint("<b>&amp;</b>")\n```',
];
const ARGUMENTS = ['{}', '{"city":"Lima"}', '{"a":[1,2,{"b":null}],"s":"é\\n"}', 'print(1)', 'not json', '', '{"cut'];
const CHANNELS = ['analysis', 'commentary', 'final'];
const RECIPIENTS = ['functions.f', 'functions.get_weather', 'python', 'browser.search', 'assistant', 'all', 'lookup'];
const TYPES = ['json', 'code', 'text', 'application/json'];
const HEADER_WORDS = [
  'assistant',
  'user',
  'analysis',
  'commentary',
  'final',
  'assistantfinal',
  'json',
  'to=functions.f',
  ' to=python',
  ' json',
  ' code',
  'functions.f',
  'finalx',
  'anal',
  'junk',
  ' ',
  '\n',
  '\u3000',
  '{',
  'Wörter',
  ' to=',
];
const CONTROLS = [START, CHANNEL, CONSTRAIN, MESSAGE, END, RETURN, CALL, END_OF_TEXT];
const ODD_IDS = [199_998, 200_000, 200_013, 201_088, 201_089, 4_294_967_295, -1, -200_006];

/** Ids of one well-formed header without start and message token; `first` leaves the role to the prompt. */
function header(random: Random, role: Role, first: boolean): { ids: number[]; call: boolean } {
  const ids: number[] = [];
  if (role === 'tool') ids.push(...encodeText('functions.f to=assistant'));
  else if (!first) ids.push(...encodeText(role));
  if (role !== 'assistant' && role !== 'tool') return { ids, call: false };
  const call = role === 'assistant' && random.chance(0.3);
  const before = call && random.chance(0.4);
  if (before) ids.push(...encodeText(` to=${random.pick(RECIPIENTS)}`));
  // A tool's result is never on channel final: a final message is the assistant's (grammar rule 1).
  const channels = role === 'tool' ? ['analysis', 'commentary'] : CHANNELS;
  if (random.chance(0.9)) ids.push(CHANNEL, ...encodeText(call ? 'commentary' : random.pick(channels)));
  if (call && !before) ids.push(...encodeText(` to=${random.pick(RECIPIENTS)}`));
  if (call && random.chance(0.7)) {
    if (random.chance(0.6)) ids.push(...encodeText(' '), CONSTRAIN, ...encodeText('json'));
    else ids.push(...encodeText(` ${random.pick(TYPES)}`));
  }
  return { ids, call };
}

function content(random: Random, call: boolean): number[] {
  if (call) return [...encodeText(random.pick(ARGUMENTS))];
  const ids: number[] = [];
  for (let n = random.below(5); n >= 0; n--) ids.push(...encodeText(random.pick(TEXTS)));
  return ids;
}

/** A completion (role assistant) or a whole conversation (role null) as the format guide has them. */
export function wellFormed(random: Random): Sequence {
  const role = random.chance(0.6) ? 'assistant' : null;
  const tokens: number[] = [];
  const count = 1 + random.below(4);
  for (let i = 0; i < count; i++) {
    const first = role !== null && i === 0;
    const author =
      first || random.chance(0.6) ? 'assistant' : random.pick(['system', 'developer', 'user', 'tool'] as const);
    const { ids, call } = header(random, author, first);
    if (!first) tokens.push(START);
    tokens.push(...ids, MESSAGE, ...content(random, call));
    if (i < count - 1) tokens.push(call ? CALL : END);
    else if (random.chance(0.8)) tokens.push(call ? CALL : random.pick([RETURN, END]));
  }
  return { sort: 'well-formed', role, tokens };
}

const anyToken = (random: Random): number[] => {
  const sort = random.below(10);
  if (sort < 4) return [random.pick(CONTROLS)];
  if (sort < 6) return [...encodeText(random.pick(HEADER_WORDS))];
  if (sort < 7) return [random.pick(ODD_IDS)];
  if (sort < 8) return [...encodeText(random.pick(TEXTS))];
  // Ids below 256 are single bytes in some order: half characters of every sort.
  return [random.below(random.chance(0.5) ? 256 : 199_998)];
};

/** A few slips in well-formed ids: deletions, repetitions, swaps, insertions, a cut. */
function mutated(random: Random): Sequence {
  const { role, tokens } = wellFormed(random);
  for (let n = random.below(4); n >= 0; n--) {
    const at = random.below(tokens.length + 1);
    const sort = random.below(6);
    if (sort === 0) tokens.splice(at, 1 + random.below(3));
    else if (sort === 1) tokens.splice(at, 0, ...tokens.slice(at, at + 1 + random.below(3)));
    else if (sort === 2 && at + 1 < tokens.length) tokens.splice(at, 2, tokens[at + 1]!, tokens[at]!);
    else if (sort === 3) tokens.length = at;
    else tokens.splice(at, 0, ...anyToken(random));
  }
  return { sort: 'mutated', role: random.chance(0.1) ? 'user' : role, tokens };
}

function noise(random: Random): Sequence {
  const tokens: number[] = [];
  for (let n = random.below(40); n >= 0; n--) tokens.push(...anyToken(random));
  return { sort: 'noise', role: random.pick(['assistant', null, 'tool'] as const), tokens };
}

/** A header that goes beyond the limit, in text, spaces or odd bytes. */
function endless(random: Random): Sequence {
  const filler = random.pick([
    encodeText(' word'),
    encodeText(' '),
    encodeText('é'),
    encodeText(' to=functions.f'),
    [172],
  ]);
  const tokens: number[] = random.chance(0.5) ? [CHANNEL] : [START];
  for (let n = 0; n < 1100 + random.below(200); n += 4) tokens.push(...filler, ...filler);
  return {
    sort: 'noise',
    role: random.pick(['assistant', null] as const),
    tokens: [...tokens, ...noise(random).tokens],
  };
}

/** One sequence of any sort. */
export function anySequence(random: Random): Sequence {
  const sort = random.below(20);
  if (sort < 6) return wellFormed(random);
  if (sort < 14) return mutated(random);
  return sort < 19 ? noise(random) : endless(random);
}
