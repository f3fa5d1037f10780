/** Real logged generations, where they are present: third-party data that is no part of this project. */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  createTextParser,
  createTokenParser,
  type HarmonyMessage,
  type ParseResult,
  parseText,
  parseTokens,
  type Role,
  toChat,
  toChats,
} from '../../lib/index.ts';
import { hasControlMarker, isWhiteSpace, skipWhiteSpace } from '../../lib/wire/index.ts';
import { Random } from '../support/random.ts';
import { markersSpelled, spell, withoutMarkers } from '../support/spell.ts';

interface Row {
  role: string;
  recipient?: string;
  channel?: string;
  content_type?: string;
  constrain?: boolean;
  end: string;
  /** Code points of the text. */
  span: [number, number];
}

interface Log {
  id: string;
  form: string[];
  content: string | number[];
  reading?: { messages: Row[] };
}

const FOLDER = new URL('../../../shared/logs/', import.meta.url);
const present = existsSync(FOLDER);
const SPLITS = 3;
const ROLES: readonly (Role | null)[] = ['assistant', null];

function logsOf(name: string): Log[] {
  if (!present) return [];
  const text = readFileSync(new URL(name, FOLDER), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Log);
}

const odd = logsOf('odd.jsonl');
const logs = [...logsOf('corpus.jsonl'), ...odd];
const textOf = ({ content }: Log): string => (typeof content === 'string' ? content : spell(content));

const NO_SPACE = (text: string) => [...text].filter((c) => !isWhiteSpace(c.charCodeAt(0))).join('');
const UNHELD = ['truncated_header', 'missing_message_token', 'duplicate_start'];

/** Everything that a result holds of its input, in order (grammar rule 10). */
function heldBy({ messages, issues, pending }: ParseResult): string {
  const spoken = issues.filter(({ code, text }) => text !== undefined && UNHELD.includes(code));
  const said = (index: number) => spoken.map(({ messageIndex, text }) => (messageIndex === index ? text : '')).join('');
  const all = messages.map((message, i) => said(i) + message.header + message.content).join('') + said(messages.length);
  const open = pending?.header ?? '';
  return spoken.some(({ code, text }) => code === 'truncated_header' && text === open) ? all : all + open;
}

function checkNoMarkers({ messages }: ParseResult, spelledInBodies: boolean): void {
  for (const { name, recipient, channel, contentType, content } of messages) {
    const values = [name, recipient, channel, contentType, spelledInBodies ? '' : content];
    expect(values.filter((value) => value !== undefined && hasControlMarker(value))).toEqual([]);
  }
}

function cut<T extends string | number[]>(random: Random, whole: T): T[] {
  const pieces: T[] = [];
  const longest = random.pick([1, 3, 40, 4000]);
  for (let at = 0; at < whole.length; ) {
    const length = 1 + random.below(longest);
    pieces.push(whole.slice(at, at + length) as T);
    at += length;
  }
  return pieces;
}

function parse(content: string | number[], role: Role | null): ParseResult {
  return typeof content === 'string' ? parseText(content, { role }) : parseTokens(content, { role });
}

function inPieces(content: string | number[], role: Role | null, random: Random): ParseResult {
  if (typeof content === 'string') {
    const parser = createTextParser({ role });
    for (const piece of cut(random, content)) parser.feed(piece);
    return parser.end();
  }
  const parser = createTokenParser({ role });
  for (const piece of cut(random, content)) parser.feed(piece);
  return parser.end();
}

describe.runIf(present)('real logs', () => {
  test('are there', () => {
    expect([logs.length, odd.length]).toEqual([598, 122]);
  });

  test.each(ROLES)('role %s: nothing thrown, nothing lost, no marker shown', (role) => {
    for (const log of logs) {
      const text = textOf(log);
      const result = parseText(text, { role });
      checkNoMarkers(result, false);
      expect([log.id, NO_SPACE(withoutMarkers(heldBy(result)))]).toEqual([log.id, NO_SPACE(withoutMarkers(text))]);
      if (typeof log.content !== 'string') checkNoMarkers(parseTokens(log.content, { role }), hasSpelled(log.content));
      const views = [toChat(result), ...toChats(result)];
      for (const { reasoning, content } of views) expect(hasControlMarker(`${reasoning} ${content}`)).toBe(false);
    }
  });

  test.each(ROLES)('role %s: any split is the whole', (role) => {
    logs.forEach(({ id, content }, i) => {
      const whole = parse(content, role);
      for (let split = 0; split < SPLITS; split++) {
        const pieces = inPieces(content, role, new Random(i * SPLITS + split));
        expect([id, pieces.messages, pieces.issues, pieces.pending]).toEqual([
          id,
          whole.messages,
          whole.issues,
          whole.pending,
        ]);
      }
    });
  });
});

/** Markers spelled with ordinary ids: they stay text in bodies. */
function hasSpelled(ids: readonly number[]): boolean {
  return markersSpelled(spell(ids)) > ids.filter((id) => id >= 199_998).length;
}

interface Reading {
  role: string;
  recipient: string | undefined;
  channel: string | undefined;
  contentType: string | undefined;
  constrained: boolean;
  end: string;
  content: string;
}

/** Ends have other names in the readings; of stripped markers the end is not known. */
const ENDS: Readonly<Record<string, string>> = { missing: 'implicit', endoftext: 'eof' };

function suggested(log: Log): Reading[] {
  const points = Array.from(textOf(log));
  return (log.reading?.messages ?? []).map((row) => ({
    role: row.role,
    recipient: row.recipient,
    channel: row.channel,
    contentType: row.content_type,
    constrained: row.constrain === true,
    end: ENDS[row.end] ?? row.end,
    content: points.slice(...row.span).join(''),
  }));
}

function ours(log: Log): ParseResult {
  const role = log.form.some((form) => /prompt|multi-turn|rendered|fragment/.test(form)) ? null : 'assistant';
  if (typeof log.content !== 'string') return parseTokens(log.content, { role });
  return parseText(log.content, { role, strippedMarkers: log.form.includes('special-tokens-stripped') });
}

const shown = (message: HarmonyMessage): Reading => ({
  role: message.name ?? message.role,
  recipient: message.recipient,
  channel: message.channel,
  contentType: message.contentType,
  constrained: message.constrained,
  end: message.end,
  content: message.content,
});

type Change = (rows: Reading[]) => Reading[];

const at =
  (index: number, change: (row: Reading) => Partial<Reading>): Change =>
  (rows) =>
    rows.map((row, i) => (i === index ? { ...row, ...change(row) } : row));

// Rule 1: a word that is no role is the assistant where the channel is final; roles are compared without case.
const assistantAt = (index: number): Change => at(index, () => ({ role: 'assistant' }));
// Rule 8: white space before the content of a split header belongs to the header.
const afterSpace = (text: string): string => text.slice(skipWhiteSpace(text, 0));
const trimmedAt = (index: number): Change => at(index, ({ content }) => ({ content: afterSpace(content) }));
// A header that is cut off is no message: it is pending, and an issue holds its text.
const withoutLast: Change = (rows) => rows.slice(0, -1);

/** Where a rule of the specification decides otherwise than the suggested reading. */
const DIFFERENCES: Readonly<Record<string, Change>> = {
  'hl-002153cfbbef': assistantAt(1),
  'hl-0a833ed9fa78': assistantAt(1),
  'hl-751e4a5ac38c': assistantAt(1),
  'hl-bf3cde2063cf': assistantAt(1),
  'hl-c1709ea90ff1': assistantAt(1),
  // Rule 9: `commentary<|channel|>…` after a call is a header without its start token; its first word is a channel's.
  'hl-ac7f15a30586': assistantAt(5),
  'hl-c4177e62451c': assistantAt(5),
  'hl-07f44012843b': trimmedAt(1),
  'hl-74a58502a0cd': trimmedAt(0),
  'hl-0fa967b263be': withoutLast,
  'hl-42eda04dc461': withoutLast,
  'hl-e53f72605fd8': withoutLast,
  // ` to=NAME` inside a body is text: a call is never made from prose.
  'hl-8b038a7860a0': ([first, second]) => [
    { ...(first as Reading), content: `${first?.content} to=${second?.recipient}` },
    { ...(second as Reading), recipient: undefined },
  ],
  // Stripped markers: `code` is cut from what it is glued to, whatever follows.
  'hl-c32ed9bbfd9a': at(1, ({ content }) => ({ contentType: 'code', content: content.slice(' code'.length) })),
  // Imitated markers, read as any others: a channel token ends what comes before and begins a message.
  'hl-5d6bdf868d98': ([first, second]) => {
    const [before = '', after = ''] = (second as Reading).content.split('<|channel|>final');
    return [
      first as Reading,
      { ...(second as Reading), content: before, end: 'implicit' },
      { ...(second as Reading), content: after, channel: 'final' },
    ];
  },
  // The logger's own heading stands before the first marker; a heading is no header.
  'hl-e7ca96d93445': ([only]) => {
    const [before = '', ...after] = `TURN1${only?.content}`.split('<|channel|>analysis');
    return [
      { ...(only as Reading), content: before, end: 'implicit' },
      { ...(only as Reading), content: afterSpace(after.join('')), channel: 'analysis' },
    ];
  },
};

describe.runIf(present)('suggested readings of odd logs', () => {
  test.each(odd.map((log) => ({ id: log.id, log })))('$id', ({ id, log }) => {
    const want = (DIFFERENCES[id] ?? ((rows) => rows))(suggested(log));
    const got = ours(log).messages.map(shown);
    expect(got).toEqual(want.map((row, i) => (row.end === 'unknown' ? { ...row, end: got[i]?.end } : row)));
  });

  test('each difference is one', () => {
    for (const id of Object.keys(DIFFERENCES)) {
      const log = odd.find((candidate) => candidate.id === id) as Log;
      expect([id, ours(log).messages.map(shown)]).not.toEqual([id, suggested(log)]);
    }
  });

  test('a header that is cut off is pending', () => {
    const pending = (id: string) => ours(odd.find((log) => log.id === id) as Log).pending;
    expect(pending('hl-e53f72605fd8')).toMatchObject({ recipient: 'functions.read', channel: 'commentary' });
    expect(pending('hl-42eda04dc461')).toMatchObject({ role: 'assistant', channel: 'final' });
  });
});
