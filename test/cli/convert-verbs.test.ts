/** `render`, `encode`, `decode` as people run them. */
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { cli, directory, start, zstdFrame } from './support.ts';

const { path, file } = directory();

const jsonl = (...records: unknown[]): string => records.map((record) => `${JSON.stringify(record)}\n`).join('');
const user = (content: unknown): object => ({ role: 'user', content });
const conversation = (...messages: object[]): { messages: object[] } => ({ messages });
const HI = conversation(user('Hi'));
const HI_TEXT = '<|start|>user<|message|>Hi<|end|>';
const HI_IDS = [200006, 1428, 200008, 12194, 200007];
const TURN = conversation(
  user('q'),
  { role: 'assistant', channel: 'analysis', content: 'Hm.' },
  { role: 'assistant', channel: 'final', content: '4' },
);
/** A parameter whose default is `1.0`, in a schema whose keys are `10`, then `9`: JavaScript objects keep neither. */
const EXACT =
  '{"messages":[{"role":"developer","content":[{"type":"developer_content","tools":{"functions":{"name":"functions",' +
  '"tools":[{"name":"f","description":"F.","parameters":{"type":"object","properties":{"10":{"type":"number",' +
  '"default":1.0},"9":{"type":"string"}}}}]}}}]}]}';

interface Vector {
  id: string;
  mode: 'plain' | 'completion' | 'training' | 'message';
  auto_drop?: boolean | null;
  next_role?: string;
  expect: { ok: true; tokens: number[]; text: string } | { ok: false; error: string };
}

describe('vectors', () => {
  const groups = new Map<string, { vectors: Vector[]; lines: string[] }>();
  const lines = readFileSync(fileURLToPath(new URL('../vectors/render.jsonl', import.meta.url)), 'utf8').trim();
  for (const line of lines.split('\n')) {
    const vector = JSON.parse(line) as Vector;
    if (vector.mode === 'message') continue;
    const purpose = { plain: 'history', completion: 'completion', training: 'training' }[vector.mode];
    const drop = vector.auto_drop === true ? ' --drop-analysis official' : '';
    const next = vector.next_role === undefined ? '' : ` --next-role ${vector.next_role}`;
    const key = `--for ${purpose}${drop}${next}`;
    const group = groups.get(key) ?? { vectors: [], lines: [] };
    groups.set(key, group);
    group.vectors.push(vector);
    group.lines.push(line);
  }

  it.each([...groups])('%s', (options, { vectors, lines }) => {
    const input = lines.join('\n');
    const args = ['--field', 'conversation', ...options.split(' ')];
    const texts = cli(['render', ...args], input).rows;
    const ids = cli(['encode', ...args], input).rows;
    expect(texts).toHaveLength(vectors.length);
    vectors.forEach((vector, i) => {
      if (vector.expect.ok) {
        expect([texts[i].text, ids[i].token_ids], vector.id).toEqual([vector.expect.text, vector.expect.tokens]);
      } else {
        expect(texts[i].error.code, vector.id).toMatch(/^ERR_HARMONY_/);
        expect(ids[i].error, vector.id).toEqual(texts[i].error);
      }
    });
  });
});

describe('rows', () => {
  it('have these keys, in this order', () => {
    const input = jsonl({ ...HI, id: 'r', extra: [1] });
    const source = '{"file":null,"line":1,"index":null,"field":null}';
    expect(cli(['render'], input).stdout).toBe(`{"id":"r","source":${source},"text":"${HI_TEXT}"}\n`);
    expect(cli(['encode', '--pass', 'extra'], input).stdout).toBe(
      `{"id":"r","source":${source},"pass":{"extra":[1]},"token_ids":[${HI_IDS.join(',')}]}\n`,
    );
    expect(cli(['decode'], jsonl({ id: 'r', token_ids: HI_IDS })).stdout).toBe(
      `{"id":"r","source":${source.replace('null}', '"token_ids"}')},"text":"${HI_TEXT}"}\n`,
    );
  });

  it('errors name message and field, and the run goes on', () => {
    const { rows, status, stderr } = cli(
      ['render'],
      `${jsonl(
        conversation(user('a'), { role: 'usr', content: '' }),
        conversation(user([{ type: 'text' }])),
        conversation(user('a'), user(5)),
        conversation({ role: 'tool', content: '' }),
        { conversation: HI },
        7,
      )}{"messages":\n${jsonl(HI)}`,
    );
    expect(rows.map(({ error, text }) => error ?? text)).toEqual([
      { code: 'ERR_HARMONY_INVALID_CONVERSATION', message: expect.stringContaining('messages[1].role must be one of') },
      {
        code: 'ERR_HARMONY_INVALID_CONVERSATION',
        message: expect.stringContaining('messages[0].content[0].text must be a string'),
      },
      { code: 'ERR_HARMONY_INVALID_CONVERSATION', message: expect.stringContaining('messages[1].content must be') },
      { code: 'ERR_HARMONY_TOOL_WITHOUT_NAME', message: expect.stringContaining('messages[0]') },
      { code: 'no_conversation', message: expect.stringContaining('--field') },
      { code: 'ERR_HARMONY_INVALID_CONVERSATION', message: expect.stringContaining('must be an object') },
      { code: 'invalid_json', message: expect.any(String) },
      HI_TEXT,
    ]);
    expect(rows[6].source).toEqual({ file: null, line: 7, index: null, field: null });
    expect(status).toBe(1);
    expect(stderr).toContain('1 conversation from 8 records');
    expect(stderr).toContain('7 rows say an error');
    expect(stderr).not.toContain('issues');
  });

  it('one of several conversations of a record costs itself', () => {
    const { rows } = cli(['encode', '--field', 's[*]'], jsonl({ s: [HI, { messages: [{}] }, [user('Hi')]] }));
    expect(rows.map((row) => [row.source.field, row.token_ids ?? row.error.code])).toEqual([
      ['s[0]', HI_IDS],
      ['s[1]', 'ERR_HARMONY_INVALID_CONVERSATION'],
      ['s[2]', HI_IDS],
    ]);
  });

  it('fields of chat messages that are lost are said', () => {
    const input = jsonl(conversation({ role: 'assistant', content: 'x', thinking: 'Hm.', tool_calls: [{}] }));
    const { stderr, status } = cli(['render'], input);
    expect(stderr).toContain('messages of this format have no such fields: tool_calls 1, thinking 1');
    expect(status).toBe(0);
  });
});

describe('exact JSON text', () => {
  it.each([
    ['a line', EXACT, []],
    ['a document', EXACT.replaceAll(',', ',\n '), []],
    ['an element', `[${EXACT}\n,${EXACT}]`, []],
    ['at a field', `{"a":{"b":[0,${EXACT}]}}`, ['--field', 'a.b[1]']],
    ['in a string', JSON.stringify({ a: EXACT }), ['--field', 'a']],
  ])('number spelling and key order survive: %s', (_, input, args) => {
    const { rows, stderr } = cli(['render', ...args], input);
    expect(stderr).not.toContain('error');
    expect(rows.length).toBeGreaterThan(0);
    for (const { text } of rows) {
      expect(text).toContain('\n10?: number');
      expect(text.indexOf('10?:')).toBeLessThan(text.indexOf('9?:'));
      expect(text).toContain('default: 1.0');
    }
  });

  it('bytes that are no UTF-8 are not replaced', () => {
    const bad = Buffer.from(`${JSON.stringify(HI)}\n`);
    bad[bad.indexOf('Hi')] = 0xff;
    expect(cli(['render'], bad).rows[0].error.code).toBe('unsupported_encoding');
    expect(cli(['encode', '--text'], Buffer.from([0xff])).rows[0].error.code).toBe('unsupported_encoding');
  });
});

describe('options', () => {
  const text = (args: string[], input: object): string => {
    const [row] = cli(['render', ...args], jsonl(input)).rows;
    return row.text ?? row.error.code;
  };
  const tool = (name: string): object =>
    conversation(
      {
        role: 'developer',
        content: [
          {
            type: 'developer_content',
            tools: {
              functions: {
                name: 'functions',
                tools: [{ name, description: 'F.', parameters: { anyOf: [{ type: 'string' }, { const: 1 }] } }],
              },
            },
          },
        ],
      },
      {
        role: 'assistant',
        channel: 'commentary',
        recipient: `functions.${name}`,
        content_type: 'json',
        content: '{}<|end|>',
      },
    );

  it('reach the renderer', () => {
    expect(text(['--for', 'completion'], HI)).toBe(`${HI_TEXT}<|start|>assistant`);
    expect(text(['--for', 'completion', '--next-role', 'tool'], HI)).toBe(`${HI_TEXT}<|start|>tool`);
    expect(text(['--for=training'], TURN)).toMatch(/final<\|message\|>4<\|return\|>$/);
    expect(text([], TURN)).toContain('Hm.');
    expect(text(['--drop-analysis', 'finished-turns'], TURN)).not.toContain('Hm.');
    expect(text([], tool('f'))).not.toContain('string | 1');
    expect(text(['--schema-style', 'improved'], tool('f'))).toContain('string | 1');
    expect(text(['--schema-style', 'improved'], tool('a b'))).toBe('ERR_HARMONY_INVALID_TOOL_NAME');
    expect(text(['--tool-names', 'sanitise'], tool('a b'))).toContain('to=functions.a_b<|channel|>');
    expect(text(['--recipient-position', 'channel'], tool('f'))).toContain('commentary to=functions.f json<|message|>');
    expect(text(['--content-type-style', 'constrain'], tool('f'))).toContain(' <|constrain|>json<|message|>');
    expect(text(['--control-spellings', 'reject'], tool('f'))).toBe('ERR_HARMONY_CONTROL_SPELLING');
    expect(text(['--max-piece-length', '1'], HI)).toBe('ERR_HARMONY_CONTENT_TOO_LARGE');
  });

  it('--format text: a newline between, none behind', () => {
    const input = jsonl(HI, { messages: [{}] }, HI, HI);
    const { stdout, stderr, status } = cli(['render', '--format', 'text', '--quiet'], input);
    expect(stdout).toBe(`${HI_TEXT}\n${HI_TEXT}\n${HI_TEXT}`);
    expect(stderr).toMatch(
      /^harmony-wire: -:2: invalid conversation JSON: messages\[0\]\.role .* \(ERR_HARMONY_INVALID_CONVERSATION\)\n$/,
    );
    expect(status).toBe(1);
    expect(cli(['render', '--format', 'text'], JSON.stringify(HI)).stdout).toBe(HI_TEXT);
  });

  it('--format ids: a line for each, also of a failure', () => {
    const input = jsonl(HI, { messages: [{}] }, HI);
    const line = HI_IDS.join(' ');
    const encoded = cli(['encode', '--format', 'ids'], input);
    expect([encoded.stdout, encoded.status]).toEqual([`${line}\n\n${line}\n`, 1]);
    expect(cli(['render', '--format', 'ids'], input).stdout).toBe(encoded.stdout);
    expect(cli(['decode', '--format', 'text'], encoded.stdout).stdout).toBe(`${HI_TEXT}\n${HI_TEXT}`);
    const [row] = cli(['parse', '--input', 'ids', '--view', 'messages'], encoded.stdout).rows;
    expect(row.messages).toMatchObject([{ role: 'user', content: 'Hi' }]);
  });

  it('encode --text', () => {
    const ids = (args: string[], input: string): unknown => cli(['encode', '--text', ...args], input).rows[0].token_ids;
    expect(ids([], 'Hi')).toEqual([12194]);
    expect(ids(['--markers', 'control'], HI_TEXT)).toEqual(HI_IDS);
    expect(ids([], HI_TEXT)).not.toContain(200006);
    expect(ids([], '{"messages":[]}')).not.toContain(200006);
    const { rows } = cli(['encode', '--text', '--input', 'jsonl', '--field', 't'], jsonl({ t: 'Hi' }, { t: 5 }, {}));
    expect(rows.map((row) => row.token_ids ?? row.error.code)).toEqual([[12194], 'no_text', 'field_not_found']);
    const a = file('a.txt', 'Hi');
    expect(cli(['encode', '--text', '--format', 'ids', a, a]).stdout).toBe('12194\n12194\n');
  });

  it('decode: lists, lines, fields; what is no id is said', () => {
    const texts = (args: string[], input: string): unknown[] =>
      cli(['decode', ...args], input).rows.map((row) => row.text ?? row.error.code);
    expect(texts([], `${HI_IDS.join(' ')}\n${HI_IDS.join(',')}\n`)).toEqual([HI_TEXT, HI_TEXT]);
    expect(texts([], JSON.stringify(HI_IDS))).toEqual([HI_TEXT]);
    expect(texts([], JSON.stringify(HI_IDS, null, 1))).toEqual([HI_TEXT]);
    expect(texts([], JSON.stringify([HI_IDS, [], HI_IDS]))).toEqual([HI_TEXT, '', HI_TEXT]);
    expect(texts(['--field', 'o[*].x'], jsonl({ o: [{ x: HI_IDS }, { x: [12194] }] }))).toEqual([HI_TEXT, 'Hi']);
    expect(texts([], jsonl({ token_ids: [1, 201089] }, { a: 1 }, [12194]))).toEqual(['unknown_token', 'no_ids', 'Hi']);
    expect(texts(['--input', 'ids'], '1 x\n12194\n99999999999\n')).toEqual(['invalid_ids', 'Hi', 'unknown_token']);
    expect(texts([], 'words\n')).toEqual(['invalid_ids']);
  });
});

describe('reading and writing', () => {
  const many = jsonl(
    ...Array.from({ length: 3000 }, (_, i) =>
      i % 97 === 0 ? { id: i } : { id: i, ...conversation(user(`${i} ${'é'.repeat(i % 50)} ${'x'.repeat(i)}`)) },
    ),
  );

  it('gzip, zstd, several files, standard input', () => {
    const a = file('a.jsonl.gz', gzipSync(jsonl(HI)));
    const b = file('b.zst', zstdFrame(Buffer.from(JSON.stringify([HI, HI], null, 1))));
    const { rows } = cli(['render', a, '-', b], JSON.stringify([user('in')], null, 1));
    expect(rows.map(({ source, text }) => [source.file, source.index, text])).toEqual([
      [a, null, HI_TEXT],
      [null, null, HI_TEXT.replace('Hi', 'in')],
      [b, 0, HI_TEXT],
      [b, 1, HI_TEXT],
    ]);
  });

  it.each([
    ['render', 'jsonl'],
    ['render', 'text'],
    ['encode', 'ids'],
  ])('%s --format %s: threads give the same bytes', (verb, format) => {
    const input = file('many.jsonl', many);
    const [one, two] = ['1', '2'].map((jobs) => cli([verb, '--format', format, '-j', jobs, input]));
    expect(one!.stdout.length).toBeGreaterThan(1e6);
    expect(two!.stdout).toBe(one!.stdout);
    expect([one!.status, two!.status]).toEqual([1, 1]);
    const lines = (stderr: string): string[] => stderr.split('\n').filter((line) => !line.includes('MB/s'));
    expect(lines(two!.stderr)).toEqual(lines(one!.stderr));
  });

  it('-o and --resume', () => {
    const input = file('resume.jsonl', many.slice(0, 100_000));
    cli(['render', input, '-o', path('whole.jsonl')]);
    expect(existsSync(path('whole.jsonl.part'))).toBe(false);
    const whole = readFileSync(path('whole.jsonl'));
    expect(whole.length).toBeGreaterThan(90_000);
    for (const share of [0, 0.4, 1]) {
      const target = path(`resumed-${share}.jsonl`);
      writeFileSync(`${target}.part`, whole.subarray(0, Math.floor(whole.length * share)));
      expect(cli(['render', input, '-o', target, '--resume']).status).toBe(1);
      expect(readFileSync(target).equals(whole), `cut at ${share}`).toBe(true);
    }
    cli(['render', '--format', 'text', input, '-o', path('whole.txt')]);
    expect(readFileSync(path('whole.txt'), 'utf8').startsWith('<|start|>user<|message|>1 ')).toBe(true);
  });

  it('a closed pipe ends it quietly', async () => {
    const child = start(['render', '-q', '--format', 'text', file('long.jsonl', many.repeat(3))]);
    let stderr = '';
    child.stderr!.on('data', (text) => {
      stderr += text;
    });
    child.stdout!.once('data', () => child.stdout!.destroy());
    const [status] = await once(child, 'close');
    expect(status).toBe(0);
    expect(stderr).not.toContain('    at ');
  });

  it('a record that is no JSON, or too large, costs itself', () => {
    const input = `${jsonl(HI)}${jsonl(conversation(user('x'.repeat(3000))))}${jsonl(HI)}`;
    const { rows } = cli(['render', '--max-record-bytes', '1K'], input);
    expect(rows.map((row) => row.text ?? row.error.code)).toEqual([HI_TEXT, 'record_too_large', HI_TEXT]);
    expect(cli(['render'], 'plain text').rows[0].error.code).toBe('invalid_json');
    expect(cli(['encode'], '1 2 3').rows[0].error.code).toBe('invalid_json');
    expect(cli(['render'], '')).toMatchObject({ status: 0, stdout: '' });
  });
});

describe('wrong use', () => {
  it.each([
    [['render', '--for', 'complete'], "did you mean 'completion'?"],
    [['render', '--next-role', 'user'], '--next-role needs --for completion'],
    [['render', '--format', 'json'], '--format is one of jsonl, text, ids'],
    [['encode', '--format', 'text'], '--format is one of jsonl, ids'],
    [['decode', '--format', 'ids'], '--format is one of jsonl, text'],
    [['render', '--text'], "unknown option '--text'; it belongs to 'encode'"],
    [['decode', '--for', 'history'], "unknown option '--for'; it belongs to 'render'"],
    [['parse', '--format', 'text'], "unknown option '--format'; it belongs to 'render'"],
    [['render', '--view', 'chat'], "unknown option '--view'; it belongs to 'parse'"],
    [['render', '--input', 'text'], '--input is one of auto, jsonl, json, not'],
    [['encode', '--text', '--input', 'auto'], '--input is one of text, jsonl, json, not'],
    [['encode', '--text', '--for', 'completion'], '--for is for conversations, not for --text'],
    [['encode', '--markers', 'control'], '--markers needs --text'],
    [['render', '--max-piece-length', '0'], '--max-piece-length is a whole number'],
    [['render', '--resume', '-o', 'x', '--format', 'text'], '--resume needs --format jsonl'],
    [['rendre'], "did you mean 'render'?"],
    [['render', 'no-such-file'], 'no such file: no-such-file'],
  ])('%j', (args, text) => {
    const { status, stderr, stdout } = cli(args);
    expect(stderr).toContain(text);
    expect(stderr).not.toContain('    at ');
    expect([status, stdout]).toEqual([2, '']);
  });
});
