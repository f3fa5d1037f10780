import { once } from 'node:events';
import { chmodSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { cli, directory, skippableFrame, start, zstdFrame } from './support.ts';

const { path, file } = directory();

const FINAL = '<|channel|>final<|message|>4<|return|>';
const CALL = '<|channel|>commentary to=functions.f <|constrain|>json<|message|>{"a":1}<|call|>';
const BOTH = `<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant${CALL}`;
const CONVERSATION =
  '<|start|>user<|message|>q<|end|><|start|>assistant<|channel|>final<|message|>one<|end|>' +
  `<|start|>user<|message|>r<|end|><|start|>assistant${BOTH}`;
/** `<|channel|>final<|message|>4<|return|>` */
const IDS = [200005, 17196, 200008, 19, 200002];
const jsonl = (...records: unknown[]): string => records.map((record) => `${JSON.stringify(record)}\n`).join('');
/** Enough records for several blocks of work, of all kinds. */
const many = (count: number): string =>
  jsonl(
    ...Array.from({ length: count }, (_, i) =>
      i % 97 === 0
        ? { no: i }
        : i % 3 === 0
          ? { id: i, raw: `${BOTH}${'é'.repeat(i % 50)}` }
          : i % 3 === 1
            ? { id: i, token_ids: [...IDS.slice(0, 3), ...new Array(i % 200).fill(19), 200002] }
            : { id: i, outputs: [{ text: FINAL }, { text: BOTH }], pad: 'x'.repeat(i % 500) },
    ),
  );

describe('rows', () => {
  it('have these keys, in this order', () => {
    const { stdout, status } = cli(['parse'], jsonl({ id: 'r', raw: BOTH }));
    const id = JSON.parse(stdout).tool_calls[0].id;
    expect(id).toMatch(/^call_[\w-]{24}$/);
    expect(stdout).toBe(
      `{"id":"r","source":{"file":null,"line":1,"index":null,"field":"raw"},"reasoning":"Hm.","content":null,` +
        `"tool_calls":[{"id":"${id}","name":"f","arguments":"{\\"a\\":1}","status":"complete"}],` +
        `"finish_reason":"tool_calls","issues":[],"usage":null}\n`,
    );
    expect(status).toBe(0);
  });

  it('of --view messages and both', () => {
    const message = {
      role: 'assistant',
      name: null,
      recipient: 'functions.f',
      channel: 'commentary',
      content_type: 'json',
      constrained: true,
      content: '{"a":1}',
      end: 'call',
    };
    const [row] = cli(['parse', '--view', 'messages'], jsonl({ raw: CALL })).rows;
    expect(Object.keys(row)).toEqual(['id', 'source', 'messages', 'issues', 'usage']);
    expect(row.messages).toEqual([message]);
    expect(Object.keys(row.messages[0])).toEqual(Object.keys(message));
    const [both] = cli(['parse', '--view=both'], jsonl({ raw: CALL })).rows;
    expect(both.messages).toEqual([message]);
    expect(both.tool_calls).toHaveLength(1);
  });

  it('of ids count tokens', () => {
    const [row] = cli(['parse'], jsonl({ token_ids: IDS })).rows;
    expect(row.content).toBe('4');
    expect(row.usage).toEqual({
      total: 5,
      markers: 3,
      header: 1,
      body: { analysis: 0, commentary: 0, final: 1, call: 0, other: 0 },
    });
  });

  it('of several turns hold all of them; a call has one id', () => {
    const [row] = cli(['parse'], jsonl({ text: CONVERSATION, finish_reason: 'length' })).rows;
    expect(row.turns.map((turn: { content: string | null }) => turn.content)).toEqual(['one', null]);
    expect(row.turns[1].tool_calls).toEqual(row.tool_calls);
    expect(row.tool_calls[0].id).not.toBe('');
    expect([row.turns[0].finish_reason, row.turns[1].finish_reason, row.finish_reason]).toEqual([
      'stop',
      'length',
      'length',
    ]);
  });

  it('of parsed bodies say so, and keep their call ids', () => {
    const call = { id: 'call_own', type: 'function', function: { name: 'f', arguments: '{"a":1}' } };
    const body = {
      choices: [
        {
          message: { role: 'assistant', content: null, reasoning: 'Hm.', tool_calls: [call] },
          finish_reason: 'tool_calls',
        },
      ],
    };
    const [row] = cli(
      ['parse', '--view', 'both'],
      jsonl({ custom_id: 'c1', response: { status_code: 200, body }, error: null }),
    ).rows;
    expect(row).toMatchObject({
      id: 'c1',
      source: { field: 'response.body.choices[0].message', parsed: true },
      reasoning: 'Hm.',
      content: null,
      tool_calls: [{ id: 'call_own', name: 'f', arguments: '{"a":1}', status: 'complete' }],
      finish_reason: 'tool_calls',
      issues: [],
      usage: null,
    });
    expect(row.messages.map((m: { channel: string }) => m.channel)).toEqual(['analysis', 'commentary']);
  });

  it('carry fields along', () => {
    const record = { raw: FINAL, task: { id: 7, tags: ['a'] }, ids: new Array(200).fill(5), other: 1 };
    const { rows, stdout } = cli(['parse', '--pass', 'task.id,task.tags[0],ids,nope,__proto__'], jsonl(record));
    expect(rows[0].pass['task.id']).toBe(7);
    expect(rows[0].pass['task.tags[0]']).toBe('a');
    expect(rows[0].pass.ids).toEqual(record.ids);
    expect(rows[0].pass.nope).toBeNull();
    expect(stdout).toContain('"nope":null,"__proto__":null}');
  });

  it('keep every digit of a number that JavaScript would round', () => {
    const line = '{"id":12345678901234567891,"raw":"x","n":[1,9007199254740993,0.1],"pad":1e400}\n';
    expect(cli(['parse', '--pass', 'n'], line).rows[0]).toMatchObject({
      id: '12345678901234567891',
      pass: { n: [1, '9007199254740993', 0.1] },
    });
  });

  it('say every issue', () => {
    const [row] = cli(['parse'], jsonl({ raw: '<|channel|>final foo bar baz<|message|>4' })).rows;
    expect(row.issues).toEqual([
      { code: 'junk_in_header', severity: 'error', message_index: 0, at: 0, unit: 'utf16', text: 'foo bar baz' },
    ]);
  });

  it('--field, --role, --mode, --stripped-markers', () => {
    expect(cli(['parse', '--field', 'a[0].b'], jsonl({ a: [{ b: 'plain' }], raw: FINAL })).rows[0].content).toBe(
      'plain',
    );
    const role = (word: string): string =>
      cli(['parse', '--view', 'messages', '--role', word], jsonl({ raw: 'x' })).rows[0].messages[0].role;
    expect(role('user')).toBe('user');
    expect(role('none')).toBe('assistant');
    const strict = cli(['parse', '--mode', 'strict'], jsonl({ raw: FINAL }, { raw: `${FINAL}<|return|>` }));
    expect(strict.rows[0].content).toBe('4');
    expect(strict.rows[1].error.code).toBe('ERR_HARMONY_STRAY_STOP_TOKEN');
    expect(strict.status).toBe(1);
    expect(
      cli(['parse', '--mode', 'strict'], jsonl({ ids: [1] }, { token_ids: [...IDS, 200002] })).rows[1].error.code,
    ).toBe('ERR_HARMONY_STRAY_STOP_TOKEN');
    expect(cli(['parse', '--stripped-markers'], jsonl({ raw: 'analysisHm.assistantfinal4' })).rows[0]).toMatchObject({
      reasoning: 'Hm.',
      content: '4',
    });
  });

  it('both engines give the same bytes', () => {
    const input = many(300);
    const js = cli(['parse', '--view', 'both', '--engine', 'js'], input);
    const other = cli(['parse', '--view', 'both'], input);
    expect(js.stdout).toBe(other.stdout);
    expect(js.rows.length).toBeGreaterThan(350);
  });
});

describe('inputs', () => {
  const contents = (args: string[], input?: string | Buffer): unknown[] =>
    cli(['parse', ...args], input).rows.map((row) => row.content ?? row.error.code);

  it('a document, an array, ids, text, a bare string', () => {
    expect(
      contents([file('a.json', JSON.stringify({ items: [{ raw_output: FINAL }, { raw_output: 'b' }] }, null, 2))]),
    ).toEqual(['4', 'b']);
    expect(contents([file('b.json', JSON.stringify([{ raw: FINAL }, { raw: 'b' }], null, 1))])).toEqual(['4', 'b']);
    expect(contents([file('c.txt', `${IDS.join(' ')}\n${IDS.join(', ')}\n`)])).toEqual(['4', '4']);
    expect(contents([file('d.txt', FINAL)])).toEqual(['4']);
    expect(contents([], JSON.stringify(FINAL))).toEqual(['4']);
    expect(contents(['--input', 'text'], '{"a":1}')).toEqual(['{"a":1}']);
    expect(contents(['--input', 'json'], JSON.stringify(IDS, null, 1))).toEqual(['4']);
  });

  it('elements have an index', () => {
    const { rows } = cli(['parse'], '[\n{"raw":"a"},\n\n{"raw":"b"} , 5]');
    expect(rows.map(({ source }) => [source.line, source.index])).toEqual([
      [2, 0],
      [4, 1],
      [4, 2],
    ]);
    expect(rows[2].error.code).toBe('no_generation');
  });

  it('several files and standard input, in order', () => {
    const a = file('1.jsonl', jsonl({ raw: 'a' }));
    const b = file('2.jsonl', jsonl({ raw: 'b' }));
    const { rows } = cli(['parse', a, '-', b], jsonl({ raw: 'in' }));
    expect(rows.map(({ source, content }) => [source.file, content])).toEqual([
      [a, 'a'],
      [null, 'in'],
      [b, 'b'],
    ]);
  });

  it('gzip and zstd, several members or frames, under any name', () => {
    const [a, b] = [jsonl({ raw: 'a' }), jsonl({ raw: 'b'.repeat(5000) })].map((text) => Buffer.from(text));
    const expected = ['a', 'b'.repeat(5000)];
    expect(contents([file('x.jsonl.gz', Buffer.concat([gzipSync(a!), gzipSync(b!)]))])).toEqual(expected);
    expect(contents([], gzipSync(Buffer.concat([a!, b!])))).toEqual(expected);
    const frames = [
      skippableFrame('hello'),
      zstdFrame(a!),
      zstdFrame(Buffer.alloc(0)),
      skippableFrame(''),
      zstdFrame(b!),
      skippableFrame('end'),
    ];
    expect(contents([file('x.jsonl.zst', Buffer.concat(frames))])).toEqual(expected);
    expect(contents([], Buffer.concat(frames.slice(1)))).toEqual(expected);
  });

  it('a file that breaks off gives what it had, an error row, and the next file', () => {
    const text = Buffer.from(many(2000));
    for (const cut of [gzipSync(text).subarray(0, -20), zstdFrame(text).subarray(0, -20)]) {
      const { rows, status } = cli(['parse', file('cut', cut), file('ok.jsonl', jsonl({ raw: FINAL }))]);
      expect(rows.length).toBeGreaterThan(10);
      expect(rows.at(-2)).toMatchObject({ source: { file: path('cut') }, error: { code: 'unreadable' } });
      expect(rows.at(-1).content).toBe('4');
      expect(status).toBe(1);
    }
  });

  it('logs of chunks', () => {
    const chunk = (content: string, rest = {}): string =>
      JSON.stringify({
        id: 'c',
        object: 'chat.completion.chunk',
        choices: [{ index: 0, delta: { content }, ...rest }],
      });
    const log = [
      ...['<|channel|>', 'final', '<|message|>', '4'].map((text) => chunk(text)),
      chunk('', { finish_reason: 'stop' }),
    ].map((line) => `data: ${line}\n\n`);
    const { rows } = cli(['parse'], `${log.join('')}data: [DONE]\n\n`);
    expect(rows).toMatchObject([
      { id: 'c', source: { line: 1, field: 'choices[0].delta.content' }, content: '4', finish_reason: 'stop' },
    ]);
  });

  it('a mark of byte order, \\r\\n, blank lines, no input at all', () => {
    expect(contents([], `\ufeff${jsonl({ raw: 'a' }).trim()}\r\n\r\n  \n${jsonl({ raw: 'b' }).trim()}`)).toEqual([
      'a',
      'b',
    ]);
    expect(cli(['parse'], '')).toMatchObject({ status: 0, stdout: '' });
    expect(contents([], Buffer.from(`\ufeff${jsonl({ raw: 'a' })}`, 'utf16le'))).toEqual(['unsupported_encoding']);
  });

  it('a record that is too large costs itself', () => {
    const input = jsonl({ raw: 'a' }, { raw: 'x'.repeat(3000) }, { raw: 'b' });
    const { rows, status } = cli(['parse', '--max-record-bytes', '1K'], input);
    expect(rows.map((row) => row.content ?? row.error.code)).toEqual(['a', 'record_too_large', 'b']);
    expect(rows[1].source.line).toBe(2);
    expect(status).toBe(1);
  });

  it('records nobody can read are rows', () => {
    const deep = '['.repeat(200_000) + ']'.repeat(200_000);
    const { rows, status, stderr } = cli(
      ['parse'],
      `{"raw":\n{"a":1}\n${deep}\n{"error":{"message":"rate limit"}}\n${jsonl({ raw: FINAL })}`.replace(
        '{"raw":',
        '{"raw":"x"',
      ),
    );
    expect(rows.map((row) => row.content ?? row.error.code)).toEqual([
      'invalid_json',
      'no_generation',
      expect.any(String),
      'failed_request',
      '4',
    ]);
    expect(Object.keys(rows[0])).toEqual(['source', 'error']);
    expect(rows[0].source).toEqual({ file: null, line: 1, index: null, field: null });
    expect(status).toBe(1);
    expect(stderr).toContain('4 rows say an error');
  });
});

describe('threads', () => {
  it('give the same bytes, and the same counts', () => {
    const input = file('many.jsonl', many(12_000));
    const one = cli(['parse', input]);
    const three = cli(['parse', '--jobs', '3', input]);
    expect(one.rows.length).toBeGreaterThan(15_000);
    expect(three.stdout).toBe(one.stdout);
    const counts = (stderr: string): string => stderr.replace(/ in .* MB\/s\)/, '');
    expect(counts(three.stderr)).toBe(counts(one.stderr));
    expect(cli(['parse', input]).stdout).toBe(one.stdout);
    expect(new Set(one.rows.flatMap((row) => row.tool_calls ?? []).map((call) => call.id)).size).toBeGreaterThan(7000);
  });
});

describe('memory', () => {
  it('stays flat: what was read is let go', () => {
    // Bytes of typed arrays that are still held at the end, of 48 MB that were read.
    const preload = file('preload.mjs', 'process.on("exit", () => console.error(process.memoryUsage().arrayBuffers));');
    const input = jsonl({ raw: `<|channel|>final<|message|>${'x'.repeat(5000)}` }).repeat(9500);
    for (const jobs of ['1', '2']) {
      const { stderr, status } = cli(['parse', '--quiet', '--jobs', jobs], input, {
        NODE_OPTIONS: `--import=${preload}`,
      });
      expect(status).toBe(0);
      for (const bytes of stderr.trim().split('\n')) expect(Number(bytes)).toBeLessThan(24e6);
    }
  });
});

describe('-o FILE', () => {
  it('appears when all is written', () => {
    const { status, stdout } = cli(['parse', '-o', path('out.jsonl')], jsonl({ raw: FINAL }));
    expect([status, stdout]).toEqual([0, '']);
    expect(JSON.parse(readFileSync(path('out.jsonl'), 'utf8')).content).toBe('4');
    expect(existsSync(path('out.jsonl.part'))).toBe(false);
  });

  it('--resume goes on from wherever FILE.part was cut', () => {
    const input = file('resume.jsonl', `${many(40)}{"broken\n${many(5)}`);
    cli(['parse', input, '-o', path('whole.jsonl')]);
    const whole = readFileSync(path('whole.jsonl'));
    for (let i = 0; i <= 12; i++) {
      const target = path(`resumed-${i}.jsonl`);
      writeFileSync(`${target}.part`, whole.subarray(0, Math.floor((whole.length * i) / 12)));
      const { status } = cli(['parse', input, '-o', target, '--resume']);
      expect(status).toBe(1); // Rows of the earlier run count.
      expect(readFileSync(target).equals(whole), `cut ${i}`).toBe(true);
    }
  });

  it('--resume over several files and elements', () => {
    const a = file(
      'r1.json',
      JSON.stringify([{ raw: FINAL }, { outputs: [{ text: BOTH }, { text: FINAL }] }, { raw: 'x' }]),
    );
    const b = file('r2.jsonl', jsonl({ raw: BOTH }, { raw: 'y' }));
    cli(['parse', a, b, '-o', path('w2.jsonl')]);
    const whole = readFileSync(path('w2.jsonl'), 'utf8');
    const lines = whole.split(/(?<=\n)/);
    for (let i = 0; i <= lines.length; i++) {
      const target = path(`r-${i}.jsonl`);
      writeFileSync(`${target}.part`, `${lines.slice(0, i).join('')}{"id":"half`);
      expect(cli(['parse', '--resume', '-o', target, a, b]).status).toBe(0);
      expect(readFileSync(target, 'utf8'), `after ${i} rows`).toBe(whole);
    }
  });

  it('--resume refuses what does not fit, and leaves it', () => {
    const part = '{"id":1,"source":{"file":"other","line":9,"index":null,"field":null},"issues":[]}\n';
    writeFileSync(path('odd.jsonl.part'), part);
    const odd = cli(['parse', '--resume', '-o', path('odd.jsonl'), file('one.jsonl', jsonl({ raw: 'a' }))]);
    expect([odd.status, odd.stderr]).toEqual([2, expect.stringContaining('do not hold the record')]);
    expect(readFileSync(path('odd.jsonl.part'), 'utf8')).toBe(part);
    writeFileSync(path('bad.jsonl.part'), 'something else\n');
    expect(cli(['parse', '--resume', '-o', path('bad.jsonl'), path('one.jsonl')])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('no row of harmony-wire'),
    });
    cli(['parse', '-o', path('done.jsonl'), path('one.jsonl')]);
    expect(cli(['parse', '--resume', '-o', path('done.jsonl'), path('one.jsonl')])).toMatchObject({
      status: 0,
      stderr: expect.stringContaining('nothing to do'),
    });
  });

  it.skipIf(!existsSync('/dev/full'))('a full disk is said, and nothing is renamed', () => {
    symlinkSync('/dev/full', path('full.jsonl.part'));
    const { status, stderr } = cli(['parse', '-o', path('full.jsonl')], jsonl({ raw: FINAL }));
    expect(stderr).toMatch(/cannot write .*full\.jsonl\.part: no space left on the device; .*full\.jsonl is not made/);
    expect(status).toBe(1);
    expect(existsSync(path('full.jsonl'))).toBe(false);
    expect(cli(['parse', '-o', '/dev/full'], jsonl({ raw: FINAL }))).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('no space left'),
    });
  });

  it('what cannot be written is said before anything is read', () => {
    expect(cli(['parse', '-o', path('no/such/dir.jsonl')], jsonl({ raw: FINAL }))).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('no such directory'),
    });
    const input = file('self.jsonl', jsonl({ raw: FINAL }));
    expect(cli(['parse', '-o', input, input])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('is an input too'),
    });
    expect(readFileSync(input, 'utf8')).toBe(jsonl({ raw: FINAL }));
  });
});

describe('signals and pipes', () => {
  it('a closed pipe ends it quietly', async () => {
    const child = start(['parse', file('long.jsonl', many(20_000))]);
    let stderr = '';
    child.stderr!.on('data', (text) => {
      stderr += text;
    });
    child.stdout!.once('data', () => child.stdout!.destroy());
    const [status] = await once(child, 'close');
    expect([status, stderr]).toEqual([0, '']);
  });

  it('an interrupt leaves whole lines, which --resume goes on from', async () => {
    const text = many(3000);
    const target = path('int.jsonl');
    const child = start(['parse', '-o', target]);
    let stderr = '';
    child.stderr!.on('data', (data) => {
      stderr += data;
    });
    child.stdin!.write(text.slice(0, 300_007));
    while (!existsSync(`${target}.part`) || readFileSync(`${target}.part`).length === 0) await sleep(20);
    child.kill('SIGINT');
    const [status] = await once(child, 'close');
    expect([status, stderr]).toEqual([130, expect.stringContaining('interrupted; ')]);
    expect(stderr).toContain('--resume');
    const part = readFileSync(`${target}.part`, 'utf8');
    expect(part.endsWith('\n')).toBe(true);
    expect(existsSync(target)).toBe(false);
    cli(['parse', '-o', target, '--resume'], text);
    cli(['parse', '-o', path('int-whole.jsonl')], text);
    expect(readFileSync(target, 'utf8')).toBe(readFileSync(path('int-whole.jsonl'), 'utf8'));
  });

  it('rows of a live input come as they can', async () => {
    for (const jobs of ['1', '2']) {
      const child = start(['parse', '--jobs', jobs]);
      child.stdin!.write(jsonl({ raw: 'a' }));
      const [data] = await once(child.stdout!, 'data');
      expect(JSON.parse(String(data)).content).toBe('a');
      child.stdin!.end();
      await once(child, 'close');
    }
  });

  it('no terminal, no progress bar', () => {
    const { stderr } = cli(['parse'], jsonl({ raw: FINAL }));
    expect(stderr).toMatch(
      /^harmony-wire: 1 generation from 1 record in \d+\.\d s, 0\.0 MB read \(\d+\.\d MB\/s\)\n {2}no issues\n$/,
    );
    expect(cli(['parse', '--quiet'], jsonl({ raw: FINAL })).stderr).toBe('');
  });
});

describe('check', () => {
  const input = jsonl(
    { raw: FINAL },
    { raw: '<|channel|>final foo bar baz<|message|>4' },
    { nothing: 1 },
    { token_ids: [...IDS, 200002] },
  );

  it('reports by kind, with places', () => {
    const { stdout, status } = cli(['check'], input);
    expect(stdout).toBe(
      [
        'not read  no_generation  1 row',
        '    -:3  no known field holds a generation ("nothing": number); name it with --field',
        'error     junk_in_header  1 time in 1 generation: a header holds words that mean nothing',
        '    -:2 raw  message 0, offset 0  "foo bar baz"',
        'error     stray_stop_token  1 time in 1 generation: a stop token stands where no message is open',
        '    -:4 token_ids  message 1, token 5',
        '',
      ].join('\n'),
    );
    expect(status).toBe(1);
    expect(cli(['check'], jsonl({ raw: FINAL }))).toMatchObject({ status: 0, stdout: 'no issues in 1 generation\n' });
  });

  it('--json, --examples, the same with threads', () => {
    const report = JSON.parse(cli(['check', '--json', '--examples', '1'], `${input}${input}`).stdout);
    expect(report).toMatchObject({ records: 8, generations: 6, tokens: 12 });
    expect(report.errors).toMatchObject([{ code: 'no_generation', count: 2, examples: [{ source: { line: 3 } }] }]);
    expect(report.issues.map((issue: { code: string; count: number }) => [issue.code, issue.count])).toEqual([
      ['junk_in_header', 2],
      ['stray_stop_token', 2],
    ]);
    const log = file('check.jsonl', many(9000));
    expect(cli(['check', '--json', '-j', '2', log]).stdout).toBe(cli(['check', '--json', log]).stdout);
  });
});

describe('info', () => {
  it('says versions and engine', () => {
    const info = JSON.parse(cli(['info', '--json'], '', { HARMONY_WIRE_ENGINE: 'js' }).stdout);
    expect(info).toMatchObject({ node: process.versions.node, engine: 'js', engine_forced: 'js' });
    expect(info.harmony_wire).toMatch(/^\d+\.\d+\.\d+/);
    expect(cli(['info']).stdout).toContain(process.versions.node);
  });
});

describe('wrong use', () => {
  it.each([
    [['pasre'], "unknown verb 'pasre'; did you mean 'parse'?"],
    [['--view', 'chat'], 'the verb comes first'],
    [['parse', '--veiw', 'chat'], "unknown option '--veiw'; did you mean '--view'?"],
    [['check', '--view', 'chat'], "unknown option '--view'; it belongs to 'parse'"],
    [['parse', '-x'], "unknown option '-x'"],
    [['parse', '--view', 'chatt'], "did you mean 'chat'?"],
    [['parse', '--view'], '--view needs a value'],
    [['parse', '-o', '--resume'], '-o needs a value'],
    [['parse', '--resume=1'], '--resume takes no value'],
    [['parse', '--resume'], '--resume needs -o FILE'],
    [['parse', '--resume', '-o', 'x', 'a', 'a'], 'named twice'],
    [['parse', '--field', 'a..b'], "'a..b' is no path"],
    [['parse', '--pass', 'a,,b'], 'is no path'],
    [['parse', '--role', 'asistant'], "did you mean 'assistant'?"],
    [['parse', '--jobs', '0'], '--jobs is a whole number from 1 to 256'],
    [['parse', '--jobs', '1e3'], '--jobs is a whole number'],
    [['parse', '--max-record-bytes', '1T'], '--max-record-bytes is a size'],
    [['parse', 'no-such-file'], 'no such file: no-such-file'],
    [['parse', '.'], 'is a directory'],
    [['info', 'x'], "info takes no 'x'"],
  ])('%j', (args, text) => {
    const { status, stderr, stdout } = cli(args);
    expect(stderr).toContain(text);
    expect(stderr).not.toContain('    at ');
    expect([status, stdout]).toEqual([2, '']);
  });

  it('an engine that there is not is said first', () => {
    expect(cli(['parse'], jsonl({ raw: FINAL }), { HARMONY_WIRE_ENGINE: 'rust' })).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('HARMONY_WIRE_ENGINE'),
    });
  });

  it('a file that may not be read is an error row', () => {
    const secret = file('secret.jsonl', jsonl({ raw: FINAL }));
    chmodSync(secret, 0);
    const { rows, status } = cli(['parse', secret]);
    // The superuser reads everything.
    if (process.getuid?.() === 0) expect(status).toBe(0);
    else expect([rows[0].error.code, status]).toEqual(['unreadable', 1]);
  });
});

describe('help', () => {
  it.each([
    [['--help']],
    [['help']],
    [['parse', '--help']],
    [['help', 'parse']],
    [['check', '-h']],
    [['info', '--help']],
    [['render', '--help']],
    [['encode', '--help']],
    [['decode', '--help']],
  ])('%j', (args) => {
    const { status, stdout, stderr } = cli(args);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain('harmony-wire parse'.slice(0, 12));
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(110);
  });

  it('names every option, and has examples', () => {
    for (const verb of ['parse', 'check', 'render', 'encode', 'decode', 'info'])
      expect(cli([verb, '--help']).stdout).toContain(`Examples:\n  harmony-wire ${verb}`);
    const { stdout } = cli(['parse', '--help']);
    for (const option of [
      'input',
      'field',
      'role',
      'mode',
      'engine',
      'jobs',
      'max-record-bytes',
      'stripped-markers',
      'quiet',
      'view',
      'pass',
      'output',
      'resume',
    ]) {
      expect(stdout).toContain(`--${option}`);
    }
  });

  it('without a verb it is shown, as wrong use', () => {
    expect(cli([])).toMatchObject({ status: 2, stderr: expect.stringContaining('A first look') });
    expect(cli(['--version']).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});
