import { describe, expect, it } from 'vitest';
import { conversationsOf, countIgnored } from '../../lib/cli/convert/conversations.ts';
import { decodeIds, idsOf } from '../../lib/cli/convert/ids.ts';
import { slicesAt } from '../../lib/cli/convert/raw-json.ts';
import type { Json } from '../../lib/cli/json.ts';
import { parsePath } from '../../lib/cli/path.ts';
import { LAST_TOKEN } from '../../lib/wire/index.ts';

const path = (text: string | undefined) => (text === undefined ? undefined : parsePath(text)!);

describe('slices of JSON text', () => {
  const json = ' { "a" : {"10":1.0,"9":1e2} , "b\\u0041":[ [1 , 2],"x,]}\\"", {} ],"c":"\\\\","a":{"z" :-0.0},"":[]}\n';
  it.each([
    ['a', [['a', '{"z" :-0.0}']]],
    ['a.z', [['a.z', '-0.0']]],
    ['bA[0][1]', [['bA[0][1]', '2']]],
    [
      'bA[*]',
      [
        ['bA[0]', '[1 , 2]'],
        ['bA[1]', '"x,]}\\""'],
        ['bA[2]', '{}'],
      ],
    ],
    ['c', [['c', '"\\\\"']]],
    ['a.10', []],
    ['bA[3]', []],
    ['c[0]', []],
    ['c.length', []],
    ['bA.x', []],
    ['__proto__', []],
  ] as [string, [string, string][]][])('%s', (at, expected) => {
    expect(slicesAt(json, path(at)!).map((slice) => [slice.path, slice.text])).toEqual(expected);
  });

  it('are what JSON.parse sees', () => {
    const value = { o: { a: [1, { b: '}]"\\' }, []], 'k:"{': null }, l: [[], {}, '', ':,'] };
    for (const indent of [0, 1]) {
      const text = JSON.stringify(value, null, indent);
      const at = (place: string): unknown => slicesAt(text, path(place)!).map((slice) => JSON.parse(slice.text));
      expect(at('o.a[*]')).toEqual(value.o.a);
      expect(at('o.k:"{')).toEqual([null]);
      expect(at('l[*]')).toEqual(value.l);
      expect(at('o')).toEqual([value.o]);
    }
  });
});

describe('conversations', () => {
  const find = (record: string, field?: string): [string, string][] =>
    conversationsOf(record, JSON.parse(record) as Json, path(field)).map((slice) => [slice.path, slice.text]);

  it.each([
    ['as it is spelled', ' {"messages":[],"n":1.0}\n', undefined, [['', '{"messages":[],"n":1.0}']]],
    ['a list of messages', '[{"role":"user"}]', undefined, [['', '{"messages":[{"role":"user"}]}']]],
    ['an empty list, which the reference refuses', '[ ]', undefined, [['', '[ ]']]],
    ["the reference's list of fields", '[ [{"role":"user"}]]', undefined, [['', '[ [{"role":"user"}]]']]],
    ['at a field', '{"id":1,"c":[{"messages": []}]}', 'c[0]', [['c[0]', '{"messages": []}']]],
    ['a list at a field', '{"messages":[{}]}', 'messages', [['messages', '{"messages":[{}]}']]],
    ['JSON in a string', '{"c":"{\\"messages\\": [1.0]}"}', 'c', [['c', '{"messages": [1.0]}']]],
    [
      'several',
      '{"s":[{"p":[{}]},{"p":[]}]}',
      's[*].p',
      [
        ['s[0].p', '{"messages":[{}]}'],
        ['s[1].p', '[]'],
      ],
    ],
  ] as [string, string, string | undefined, [string, string][]][])('%s', (_, record, field, expected) => {
    expect(find(record, field)).toEqual(expected);
  });

  it('that are not there', () => {
    expect(() => find('{"conversation":{}}')).toThrow(expect.objectContaining({ code: 'no_conversation' }));
    expect(() => find('{"messages":[]}', 'x')).toThrow(expect.objectContaining({ code: 'field_not_found' }));
  });

  it('say which fields of chat messages are lost', () => {
    const ignored = new Map<string, number>();
    const messages: Json[] = [
      { role: 'assistant', content: '', thinking: 'Hm.', tool_calls: [{}] },
      { role: 'assistant', content: '', thinking: '', reasoning: null, tool_calls: [] },
      { role: 'tool', content: '', tool_call_id: 'c' },
    ];
    countIgnored({ messages }, undefined, ignored);
    countIgnored(messages, undefined, ignored);
    countIgnored({ a: { messages } }, path('a'), ignored);
    countIgnored({ a: 'x', messages: [1] }, path('a'), ignored);
    expect([...ignored]).toEqual([
      ['tool_calls', 3],
      ['thinking', 3],
      ['tool_call_id', 3],
    ]);
  });
});

describe('ids', () => {
  const find = (record: Json, field?: string): [string, number[]][] =>
    idsOf(record, path(field)).map(({ path: at, ids }) => [at, Array.from(ids)]);

  it.each([
    ['a list', [1, 2], undefined, [['', [1, 2]]]],
    ['a list that was read as one', new Int32Array([1, 2]), undefined, [['', [1, 2]]]],
    ['an empty list', [], undefined, [['', []]]],
    ['a string', '[1, 2]', undefined, [['', [1, 2]]]],
    [
      'lists of lists',
      [[1], [], [2, 3]],
      undefined,
      [
        ['[0]', [1]],
        ['[1]', []],
        ['[2]', [2, 3]],
      ],
    ],
    ['a known name, by type', { tokens: 5, text: 'x', token_ids: [1] }, undefined, [['token_ids', [1]]]],
    ['ids without a control token too', { ids: [1], text: '<|start|>' }, undefined, [['ids', [1]]]],
    ['labels without their mask', { labels: [-100, -100, 5] }, undefined, [['labels', [5]]]],
    ['any field', { prompt: { ids: '1,2' } }, 'prompt.ids', [['prompt.ids', [1, 2]]]],
  ] as [string, Json, string | undefined, [string, number[]][]][])('%s', (_, record, field, expected) => {
    expect(find(record, field)).toEqual(expected);
  });

  it('that are not there', () => {
    const records: Json[] = [{ text: 'x', tokens: 5 }, 5, null, { token_ids: ['a'] }, [[1], 'x'], 'abc', [1.5]];
    for (const record of records) {
      expect(() => find(record), JSON.stringify(record)).toThrow(expect.objectContaining({ code: 'no_ids' }));
    }
    expect(() => find({ a: 'x' }, 'a')).toThrow(expect.objectContaining({ code: 'no_ids' }));
    expect(() => find({ a: 'x' }, 'b')).toThrow(expect.objectContaining({ code: 'field_not_found' }));
  });

  it('become text', () => {
    expect(decodeIds([200006, 1428, 200008, 12194, 200007])).toBe('<|start|>user<|message|>Hi<|end|>');
    expect(decodeIds(new Int32Array([199998, 199999, 200001, LAST_TOKEN]))).toBe(
      `<|startoftext|><|endoftext|><|reserved_200001|><|reserved_${LAST_TOKEN}|>`,
    );
    expect(decodeIds([])).toBe('');
  });

  it.each([[-1], [LAST_TOKEN + 1], [-100], [1e12], [Number.NaN]])('%d is none', (id) => {
    expect(() => decodeIds([1, 2, id])).toThrow(
      expect.objectContaining({ code: 'unknown_token', message: expect.stringContaining('index 2') }),
    );
  });
});
