import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { HarmonyParseError, parseTokens } from '../../lib/index.ts';
import { parseErrorCode } from '../../lib/wire/index.ts';
import { type ReadHeader, readReferenceHeader } from './reference-header.ts';
import { codeOf, expectStrict, type StrictAnswer } from './strict-divergences.ts';
import { expectTolerant, refused, type TolerantExpectation } from './tolerant-divergences.ts';
import {
  inReferenceShape,
  normal,
  type ReferenceMessage,
  readLines,
  type Vector,
  vectors,
  wrongRoles,
} from './vectors.ts';
import { walk } from './walk.ts';

/** A reviewed line: what tolerant mode answers where the reference's answer says too little. */
interface Reviewed {
  ids: string[];
  messages: ReferenceMessage[];
  /** `code@at` */
  issues: string[];
}

const reviewed = new Map(
  readLines<Reviewed>('../vectors/tolerant-reviewed.jsonl').flatMap((line) => line.ids.map((id) => [id, line])),
);

function strictly({ tokens, role }: Vector): StrictAnswer | { code: string } {
  try {
    return { ok: true, messages: parseTokens(tokens, { role, mode: 'strict' }).messages.map(inReferenceShape) };
  } catch (error) {
    if (!(error instanceof HarmonyParseError)) throw error;
    expect(error.code).toBe(parseErrorCode(error.issue.code));
    return { ok: false, code: error.issue.code, at: error.at, messages: error.messages.map(inReferenceShape) };
  }
}

function count(kinds: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const kind of kinds) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

/** The counts in the column of docs/divergences.md with this title, by kind. */
function documented(title: string): Record<string, number> {
  const counts: Record<string, number> = {};
  let column = -1;
  for (const line of readFileSync(new URL('../../docs/divergences.md', import.meta.url), 'utf8').split('\n')) {
    const cells = line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, ''));
    if (cells[0] === 'kind') column = cells.indexOf(title);
    else if (column > 0 && cells.length > column && cells[0] !== '---')
      counts[cells[0] as string] = Number(cells[column]);
    else if (cells.length === 1) column = -1;
  }
  return counts;
}

test('every vector is run', () => {
  expect(vectors.length + wrongRoles.length).toBe(988);
});

test.each(wrongRoles)('$id: the role $role is none', ({ tokens, role }) => {
  expect(() => parseTokens(tokens, { role })).toThrow(
    expect.objectContaining({ code: 'ERR_HARMONY_INVALID_ARGUMENT' }),
  );
});

describe('vectors of the reference in its strict mode', () => {
  const strict = vectors.filter((vector) => vector.strict);
  const expected = strict.map((vector) => expectStrict(vector));

  test.each(strict.map((vector, i) => ({ id: vector.id, vector, i })))('$id', ({ vector, i }) => {
    expect(strictly(vector)).toEqual(expected[i]?.answer);
  });

  // From the list of kinds in docs/divergences.md.
  test('kinds of divergence and their counts', () => {
    expect(documented('strict')).toEqual(count(expected.flatMap(({ kind }) => (kind === 'equal' ? [] : [kind]))));
    expect(count(expected.map(({ kind }) => kind))).toEqual({
      equal: 492,
      'control marker in a name': 5,
      endoftext: 5,
      'message or constrain token in a body': 6,
      'sole leftover content type': 12,
      'start or channel token in a body': 11,
      'start token first though a role was given': 14,
      'stop or start token in a header': 98,
      'stop token in an empty header': 18,
      'unknown id': 17,
      'white space between messages': 4,
    });
  });

  // The predicates see an input as the reference does: up to the first departure its answer is theirs.
  test('the walk agrees with the reference where nothing departs', () => {
    let compared = 0;
    for (const { tokens, role, expect: answer } of strict) {
      const { departures, refusal, headers, complete } = walk(tokens, role);
      if (departures.length > 0) continue;
      compared++;
      if (!answer.ok) {
        const at = answer.error_at === 'eos' ? tokens.length : answer.error_at;
        expect(refusal).toEqual({ code: codeOf(answer, tokens), at, complete: answer.messages_before_error.length });
        continue;
      }
      expect([refusal, complete]).toEqual([undefined, answer.messages.length]);
      headers.forEach(({ raw, given }, i) => {
        const { rest: _, contentType, ...read } = readReferenceHeader(raw, given) as ReadHeader;
        const { content, ...message } = answer.messages[i] as ReferenceMessage;
        expect(normal({ ...read, content, content_type: contentType })).toEqual(normal({ ...message, content }));
      });
    }
    expect(compared).toBe(492);
  });
});

describe('vectors in tolerant mode', () => {
  const tolerantly = ({ tokens, role }: Vector) => {
    const { messages, issues } = parseTokens(tokens, { role });
    return { messages: messages.map(inReferenceShape), issues: issues.map(({ code, at }) => `${code}@${at}`) };
  };
  const expected = vectors.map((vector) =>
    vector.expect.ok ? expectTolerant(vector, vector.expect.messages) : refused,
  );

  test.each(vectors.map((vector, i) => ({ id: vector.id, vector, i })))('$id', ({ id, vector, i }) => {
    const { messages } = expected[i] as TolerantExpectation;
    if (messages !== undefined) return expect(tolerantly(vector).messages).toEqual(messages);
    const line = reviewed.get(id);
    expect(tolerantly(vector)).toEqual({ messages: line?.messages, issues: line?.issues });
  });

  // A reviewed result that is the reference's is no divergence.
  const kindOf = ({ id, expect: answer }: Vector, { kind, messages }: TolerantExpectation): string => {
    if (!answer.ok) return 'refused by the reference';
    const ours = messages ?? reviewed.get(id)?.messages;
    return JSON.stringify(ours?.map(normal)) === JSON.stringify(answer.messages.map(normal)) ? 'equal' : kind;
  };
  const kinds = (strict: boolean) =>
    count(vectors.flatMap((v, i) => (v.strict === strict ? [kindOf(v, expected[i] as TolerantExpectation)] : [])));

  test('kinds of divergence of the vectors of its tolerant mode', () => {
    expect(documented('its tolerant mode')).toEqual(kinds(false));
    expect(kinds(false)).toEqual({
      equal: 72,
      'refused by the reference': 113,
      'stop or start token in a header': 59,
      'stop token in an empty header': 2,
      'start or channel token in a body': 8,
      endoftext: 1,
      'loose text in a header’s place': 3,
      'message or constrain token in a body': 1,
      'unknown id': 11,
      'start token first though a role was given': 1,
      'role or name': 9,
      channel: 5,
      recipient: 19,
    });
  });

  test('kinds of divergence of the vectors of its strict mode', () => {
    expect(documented('its strict mode')).toEqual(kinds(true));
    expect(kinds(true)).toEqual({
      equal: 282,
      'refused by the reference': 249,
      'stop or start token in a header': 30,
      'stop token in an empty header': 8,
      'start or channel token in a body': 7,
      endoftext: 3,
      'loose text in a header’s place': 9,
      'message or constrain token in a body': 5,
      'unknown id': 13,
      'start token first though a role was given': 1,
      'role or name': 7,
      channel: 22,
      recipient: 46,
    });
  });

  test('every reviewed line is used', () => {
    const used = vectors.filter((_, i) => expected[i]?.messages === undefined).map(({ id }) => id);
    expect([...reviewed.keys()].sort()).toEqual(used.sort());
  });
});
