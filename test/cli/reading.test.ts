import { describe, expect, it } from 'vitest';
import { ElementSplitter } from '../../lib/cli/input/elements.ts';
import { formatOf, type InputName } from '../../lib/cli/input/sniff.ts';
import { LineSplitter, type RecordSink, type Splitter, WholeSplitter } from '../../lib/cli/input/splitter.ts';
import { StreamSplitter } from '../../lib/cli/input/stream-log.ts';
import { parsePath, placesOf } from '../../lib/cli/path.ts';
import { readIds, readJson } from '../../lib/cli/read-json.ts';

const bytes = (text: string): Buffer => Buffer.from(text);

/** What a splitter makes of `text` given `size` bytes at a time: `line: record`. */
function split(make: (sink: RecordSink) => Splitter, text: string, size: number): string[] {
  const seen: string[] = [];
  const splitter = make({
    record: (record, line) => seen.push(`${line}: ${Buffer.from(record).toString()}`),
    failure: (code, _, line) => seen.push(`${line}! ${code}`),
  });
  const input = bytes(text);
  for (let at = 0; at < input.length; at += size) splitter.push(input.subarray(at, at + size));
  splitter.end();
  return seen;
}

function everySplit(make: (sink: RecordSink) => Splitter, text: string, expected: string[]): void {
  for (let size = 1; size <= bytes(text).length; size++)
    expect(split(make, text, size), `pieces of ${size}`).toEqual(expected);
}

describe('lines', () => {
  const lines = (sink: RecordSink): Splitter => new LineSplitter(sink, 10);

  it('are records, the last one without a newline too', () => {
    everySplit(lines, 'a\n\nbé\nc', ['1: a', '3: bé', '4: c']);
  });

  it('that are too long are failures, and the next line is read', () => {
    everySplit(lines, 'aaaaaaaaaaa\nb\naaaaaaaaaa\n', ['1! record_too_large', '2: b', '3: aaaaaaaaaa']);
  });
});

describe('elements of an array', () => {
  const elements = (sink: RecordSink): Splitter => new ElementSplitter(sink, 30);

  it.each([
    [
      '[{"a":1},\n {"b":[1,2,{"c":"x,]"}]}\n, "s\\"]" ,5]\n',
      ['1: {"a":1}', '2: {"b":[1,2,{"c":"x,]"}]}\n', '3: "s\\"]" ', '3: 5'],
    ],
    ['[]', []],
    [' \n[ ] ', []],
    ['[1,]', ['1: 1', '1: ']],
    ['[{"a":1},{"b"', ['1: {"a":1}', '1! invalid_json']],
    ['[1] x y', ['1: 1', '1! invalid_json']],
    [`["${'x'.repeat(40)}",2]`, ['1! record_too_large', '1: 2']],
    ['["\\\\",2]', ['1: "\\\\"', '1: 2']],
  ])('%j', (text, expected) => {
    everySplit(elements, text, expected);
  });
});

describe('stream logs', () => {
  const stream = (sink: RecordSink): Splitter => new StreamSplitter(sink, 10_000);
  const chunk = (id: string, delta: object, rest: object = {}): string =>
    JSON.stringify({ id, object: 'chat.completion.chunk', choices: [{ index: 0, delta, ...rest }] });
  const joined = (id: string, delta: object, rest: object = {}): string =>
    JSON.stringify({ id, choices: [{ index: 0, delta: { role: 'assistant', ...delta }, ...rest }] });

  it('joins deltas, with and without empty lines, comments, \\r\\n', () => {
    const lines = [
      chunk('a', { role: 'assistant', content: '<|channel|>' }),
      chunk('a', { content: 'final' }),
      chunk('a', {}, { finish_reason: 'stop' }),
    ];
    const expected = [joined('a', { content: '<|channel|>final' }, { finish_reason: 'stop' })];
    for (const text of [
      `${lines.map((line) => `data: ${line}\n\n`).join('')}data: [DONE]\n\n`,
      `: ping\r\n${lines.map((line) => `data:${line}\r\n\r\n`).join('')}data: [DONE]\r\n\r\n`,
      lines.map((line) => `data: ${line}\n`).join(''),
      lines.join('\n'),
    ]) {
      expect(split(stream, text, 7).map((row) => row.replace(/^\d+/, 'L'))).toEqual(expected.map((row) => `L: ${row}`));
    }
  });

  it('keeps streams apart, in the order they began', () => {
    const text = [
      chunk('a', { content: 'A1' }),
      chunk('b', { content: 'B1' }),
      chunk('a', { content: 'A2' }),
      chunk('b', { content: 'B2' }),
    ].join('\n');
    expect(split(stream, text, 50)).toEqual([
      `1: ${joined('a', { content: 'A1A2' })}`,
      `2: ${joined('b', { content: 'B1B2' })}`,
    ]);
  });

  it('joins choices, reasoning, calls, ids, and keeps usage', () => {
    const text = [
      { id: 'a', choices: [{ index: 1, delta: { reasoning_content: 'x' }, token_ids: [1, 2] }] },
      {
        id: 'a',
        choices: [
          { index: 0, delta: { tool_calls: [{ index: 0, id: 'c', function: { name: 'f', arguments: '{"a"' } }] } },
        ],
      },
      {
        id: 'a',
        choices: [
          { index: 0, delta: { tool_calls: [{ index: 0, function: { arguments: ':1}' } }] } },
          { index: 1, delta: {}, token_ids: [3] },
        ],
      },
      { id: 'a', choices: [], usage: { total_tokens: 3 } },
    ].map((value) => JSON.stringify(value));
    const [row] = split(stream, text.join('\n'), 1000);
    expect(JSON.parse(row!.slice(3))).toEqual({
      id: 'a',
      usage: { total_tokens: 3 },
      choices: [
        {
          index: 0,
          delta: {
            role: 'assistant',
            tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{"a":1}' } }],
          },
        },
        { index: 1, delta: { role: 'assistant', reasoning_content: 'x' }, token_ids: [1, 2, 3] },
      ],
    });
  });

  it('joins Ollama’s lines up to done, one generation after the other', () => {
    const line = (content: string, done: boolean): string =>
      JSON.stringify({
        model: 'm',
        message: { role: 'assistant', content },
        done,
        ...(done ? { done_reason: 'stop' } : {}),
      });
    const body = (content: string): string =>
      JSON.stringify({ model: 'm', done: true, done_reason: 'stop', message: { role: 'assistant', content } });
    const text = [line('a', false), line('b', true), line('c', true)].join('\n');
    expect(split(stream, text, 11)).toEqual([`1: ${body('ab')}`, `3: ${body('c')}`]);
  });

  it('takes the body that ends a Responses stream, and says if it never came', () => {
    const event = (type: string, rest: object = {}): string =>
      `event: ${type}\ndata: ${JSON.stringify({ type, ...rest })}\n\n`;
    const text =
      event('response.created') +
      event('response.output_text.delta', { delta: 'x' }) +
      event('response.completed', { response: { id: 'r', output: [] } }) +
      event('response.created');
    expect(split(stream, text, 20)).toEqual(['2: {"id":"r","output":[]}', '11! stream_incomplete']);
  });

  it('joins llama-server’s events and completions chunks', () => {
    const events = (values: object[]): string => values.map((value) => `data: ${JSON.stringify(value)}\n\n`).join('');
    expect(
      split(
        stream,
        events([
          { content: 'a', stop: false },
          { content: 'b', stop: true, stop_type: 'eos' },
        ]),
        9,
      ),
    ).toEqual(['1: {"stop":true,"stop_type":"eos","content":"ab"}']);
    expect(
      split(
        stream,
        events([
          { id: 'x', choices: [{ text: 'a' }] },
          { id: 'x', choices: [{ text: 'b', finish_reason: 'stop' }] },
        ]),
        9,
      ),
    ).toEqual(['1: {"id":"x","choices":[{"index":0,"text":"ab","finish_reason":"stop"}]}']);
  });

  it('passes other lines on, and gives up streams that never end', () => {
    expect(split(stream, `${chunk('a', { content: 'x' })}\n{"raw":"y"}`, 30)).toEqual([
      '2: {"raw":"y"}',
      `1: ${joined('a', { content: 'x' })}`,
    ]);
    expect(
      split(stream, `${chunk('a', { content: 'x'.repeat(6000) })}\n${chunk('a', { content: 'x'.repeat(6000) })}`, 3000),
    ).toEqual(['1! record_too_large']);
  });
});

describe('what an input is', () => {
  const unit = (text: string, file: string | null = null, name: InputName = 'auto', isAll = true): string => {
    const format = formatOf(bytes(text), isAll, name, file);
    return `${format.kind} ${format.unit}`;
  };
  it.each([
    ['{"a":1}\n{"a":2}\n', 'json line'],
    ['{"a":1}', 'json line'],
    ['{\n  "a": 1\n}', 'json whole'],
    ['{"a": [\n1]}', 'json whole'],
    ['{"a": "broken\n{"a":2}', 'json line'],
    ['"text"\n"text"', 'json line'],
    ['[{"raw":"x"},{"raw":"y"}]', 'json element'],
    ['[\n{"raw":"x"}', 'json element'],
    ['["a","b"]', 'json element'],
    ['["a","b"]\n["c"]', 'json line'],
    ['[{"role":"user","content":"x"},{"role":"assistant","content":"y"}]', 'json whole'],
    ['[1,2,3]', 'json line'],
    ['[1,2,3]\n[4]', 'json line'],
    ['[\n1,\n2]', 'json whole'],
    ['[[1,2],[3]]', 'json element'],
    ['200005 17196 200008\n1 2', 'ids line'],
    ['1, 2, 3', 'ids line'],
    ['<|channel|>final<|message|>4', 'text whole'],
    ['-- hello', 'text whole'],
    ['data: {"choices":[]}\n', 'json stream'],
    [': ping\n\ndata: x', 'json stream'],
    ['event: response.created\n', 'json stream'],
    ['{"object":"chat.completion.chunk","choices":[]}\n', 'json stream'],
    ['{"choices":[{"delta":{}}]}\n', 'json stream'],
    ['{"model":"m","response":"x","done":false}\n', 'json stream'],
  ])('%j', (text, expected) => {
    expect(unit(text)).toBe(expected);
  });

  it('the name of the file decides where the beginning cannot', () => {
    expect(unit('{"a": [\n', 'x.jsonl')).toBe('json line');
    expect(unit('{"a": [\n', 'x.json')).toBe('json whole');
    expect(unit('not json\n', 'x.ndjson.gz')).toBe('json line');
  });

  it('--input wins', () => {
    expect(unit('{"a":1}', null, 'text')).toBe('text whole');
    expect(unit('1 2', null, 'jsonl')).toBe('json line');
    expect(unit('{"a":1}\n', null, 'json')).toBe('json whole');
    expect(unit('[{"a":1}]', null, 'json')).toBe('json element');
    expect(unit('data: {}', null, 'ids')).toBe('ids line');
  });

  it('a first line that does not end in what is looked at', () => {
    expect(unit(`{"a":"${'x'.repeat(100)}`, null, 'auto', false)).toBe('json line');
    expect(unit('[{"a":1},{"a":', null, 'auto', false)).toBe('json element');
  });
});

describe('JSON with lists of ids', () => {
  const long = Array.from({ length: 40 }, (_, i) => i * 5000);
  const pad = 'x'.repeat(300);

  it('reads long lists of integers into typed arrays, wherever they stand', () => {
    const value = readJson(
      bytes(JSON.stringify({ pad, ids: long, in: [{ deep: [long, [1]] }], 'ids"[1,2': 'a[1,2,3]' })),
    );
    const ids = Int32Array.from(long);
    expect(value).toEqual({ pad, ids, in: [{ deep: [ids, [1]] }], 'ids"[1,2': 'a[1,2,3]' });
  });

  it('takes white space and masks', () => {
    const text = `{"pad":"${pad}","labels":[ ${long.map((id, i) => (i % 2 ? -100 : id)).join(' ,\n ')}\n]}`;
    expect(readJson(bytes(text))).toEqual({ pad, labels: Int32Array.from(long, (id, i) => (i % 2 ? -100 : id)) });
  });

  it.each([
    ['fractions', [...long, 0.5]],
    ['exponents', [...long, 1e21]],
    ['beyond 31 bits', [...long, 2 ** 40]],
    ['strings', [...long, 'x']],
    ['lists', [...long, [1]]],
    ['null', [...long, null]],
  ])('leaves lists with %s to JSON.parse', (_, list) => {
    expect(readJson(bytes(JSON.stringify({ pad, list, after: long })))).toEqual({
      pad,
      list,
      after: Int32Array.from(long),
    });
  });

  it('says what JSON.parse says', () => {
    const ids = long.join(',');
    for (const broken of [
      `[${ids},]`,
      `[${ids},007]`,
      `[${ids}`,
      `[${ids} 5]`,
      `[,${ids}]`,
      `[${ids},-]`,
      `[${ids}}`,
      `[${ids}],`,
    ]) {
      const text = `{"pad":"${pad}","ids":${broken}}`;
      expect(() => JSON.parse(text), broken).toThrow();
      expect(() => readJson(bytes(text)), broken).toThrow(expect.objectContaining({ code: 'invalid_json' }));
    }
  });

  it('escaped quotes and backslashes hide no list, and no string', () => {
    for (const text of ['"', '\\', '\\"', '"[1,2', `${'\\'.repeat(7)}"`, `${'y'.repeat(40)}"\\`]) {
      const value = { text, pad, ids: long };
      expect(readJson(bytes(JSON.stringify(value)))).toEqual({ text, pad, ids: Int32Array.from(long) });
    }
  });

  it('keeps __proto__ a field', () => {
    const value = readJson(bytes(`{"pad":"${pad}","__proto__":{"ids":[${long.join(',')}]}}`)) as object;
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Object.getOwnPropertyDescriptor(value, '__proto__')!.value).toEqual({ ids: Int32Array.from(long) });
  });

  it('equals JSON.parse on any cut of a record', () => {
    const text = JSON.stringify({ pad, a: [[...long]], b: 'c\\"[1', d: [...long, 1.5] });
    for (let end = 300; end < text.length; end++) {
      expect(() => readJson(bytes(text.slice(0, end)))).toThrow(expect.objectContaining({ code: 'invalid_json' }));
    }
  });
});

describe('lines of ids', () => {
  it.each([
    ['1 2 3', [1, 2, 3]],
    ['[1, 2,3]', [1, 2, 3]],
    ['1,2\r', [1, 2]],
    ['[]', []],
    ['-5 99999999999', [-5, -1]],
    [' 7', [7]],
  ])('%j', (text, expected) => {
    expect(Array.from(readIds(bytes(text)))).toEqual(expected);
  });

  it.each(['1 x 2', '1.5', '[1, 2', '1 2]', '1-2', '[1] 2', '-', '{"a":1}'])('%j is no line of ids', (text) => {
    expect(() => readIds(bytes(text))).toThrow(expect.objectContaining({ code: 'invalid_ids' }));
  });
});

describe('paths', () => {
  it.each(['', '.a', 'a.', 'a..b', 'a[', 'a[x]', 'a[]', '[0]a', 'a[1'])('%j is none', (text) => {
    expect(parsePath(text)).toBeUndefined();
  });

  it('spells places as they are', () => {
    const places = placesOf({ a: [{ b: 1 }, {}, { b: 2 }] }, parsePath('a[*].b')!);
    expect(places.map(({ path, value }) => [path, value])).toEqual([
      ['a[0].b', 1],
      ['a[2].b', 2],
    ]);
  });
});

describe('a whole input', () => {
  it('is one record, or too large', () => {
    everySplit((sink) => new WholeSplitter(sink, 5), 'a\nb\nc', ['1: a\nb\nc']);
    everySplit((sink) => new WholeSplitter(sink, 4), 'a\nb\nc', ['1! record_too_large']);
  });
});
