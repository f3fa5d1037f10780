/** What people do by mistake: each gets a message that says what was wrong, and nothing is lost without a word. */
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { cli, directory, start } from './support.ts';

const { file, path } = directory();
const LINE = '{"text":"<|channel|>final<|message|>4<|return|>"}\n';

it('two runs with the same -o do not write into each other', async () => {
  const output = path('same.jsonl');
  const slow = start(['parse', '-o', output]);
  const said = text(slow.stderr!);
  slow.stdin!.write(LINE);
  await expect.poll(() => readFileSync(`${output}.part`, 'utf8'), { timeout: 20_000 }).toContain('"4"');
  expect(cli(['parse', '-o', output, file('other.jsonl', LINE.repeat(3))]).status).toBe(0);
  slow.stdin!.end(LINE.repeat(100));
  expect(await once(slow, 'exit')).toEqual([1, null]);
  expect(await said).toContain('another run has written');
  expect(readFileSync(output, 'utf8').trim().split('\n')).toHaveLength(3);
});

it('-o without a name, or with a directory', () => {
  mkdirSync(path('folder'));
  expect(cli(['parse', '-o', '', file('a.jsonl', LINE)])).toMatchObject({ status: 2, stdout: '' });
  const result = cli(['parse', '-o', path('folder'), file('a.jsonl', LINE)]);
  expect([result.status, result.stderr]).toEqual([2, expect.stringContaining('it is a directory')]);
});

it('bytes that are no UTF-8 are told, by every verb that reads them', () => {
  const latin = file('latin.jsonl', Buffer.from(LINE.replace('4', 'café'), 'latin1'));
  const told = '1 record holds bytes that are no UTF-8: read as U+FFFD';
  for (const jobs of ['1', '2']) {
    const { rows, stderr, status } = cli(['parse', '--jobs', jobs, latin]);
    expect([rows[0].content, status]).toEqual(['caf\ufffd', 0]);
    expect(stderr).toContain(told);
  }
  expect(cli(['check', latin]).stdout).toContain(told);
  expect(JSON.parse(cli(['check', '--json', latin]).stdout)).toMatchObject({ records: 1, records_not_utf8: 1 });
  expect(cli(['encode', '--text', latin]).stderr).toContain(told);
  expect(cli(['parse', file('a.jsonl', LINE)]).stderr).not.toContain('UTF-8');
});

it('a record without a generation: the message says what it has', () => {
  const records = [{ token_ids: ['200005', '17196'] }, { text: null, n: 1.5 }, { token_ids: [1, 2.5] }, {}, 12];
  const { rows } = cli(['parse', file('odd.jsonl', records.map((record) => `${JSON.stringify(record)}\n`).join(''))]);
  expect(rows.map(({ error }) => error.message.replace(/^no known field holds a generation/, ''))).toEqual([
    ' ("token_ids": list of strings); name it with --field',
    ' ("text": null, "n": number); name it with --field',
    ' ("token_ids": list of numbers that are no integers); name it with --field',
    ' (the record is empty); name it with --field',
    '; name it with --field',
  ]);
});

it('where a file breaks off is a place of its own', () => {
  const cut = gzipSync(LINE.repeat(500), { level: 0 }).subarray(0, -100);
  const { rows } = cli(['parse', file('cut.gz', cut)]);
  expect(rows.at(-1)).toMatchObject({ source: { line: rows.length }, error: { code: 'unreadable' } });
  expect(rows.at(-1).error.message).toBe('the gzip data is damaged or cut off: unexpected end of file');
  expect(new Set(rows.map(({ source }) => source.line)).size).toBe(rows.length);
});

it('a record nested two hundred thousand deep', () => {
  const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
  const { rows, status } = cli(['decode', file('deep.jsonl', `${deep}\n[200005, 17196, 200008, 19, 200002]\n`)]);
  expect(rows.map((row) => row.error?.message ?? row.text)).toEqual([
    'the record is nested too deeply',
    '<|channel|>final<|message|>4<|return|>',
  ]);
  expect(status).toBe(1);
});
