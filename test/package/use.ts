/** The installed package at work, with its prebuilt add-on and without: as ESM, by require(), from TypeScript, as a command. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hasAddon, made, type Ran, root } from './installed.ts';

const TSC = join(root, 'node_modules/typescript/bin/tsc');
const wire = '<|channel|>final<|message|>Hello<|return|>';
// In a history <|return|> is <|end|>.
const rendered = `<|start|>assistant${wire.replace('return', 'end')}`;

function reportOf(ran: Ran): Record<string, unknown> {
  expect(ran).toMatchObject({ status: 0, stderr: '' });
  return JSON.parse(ran.stdout) as Record<string, unknown>;
}

const CASES = [
  { project: 'with', engine: hasAddon ? 'native' : 'js' },
  { project: 'without', engine: 'js' },
] as const;

describe.each(CASES)('$project prebuilt binaries, engine $engine', ({ project, engine }) => {
  const why = engine === 'native' ? undefined : expect.stringContaining('No native build was found');

  it('works as ESM, by all its subpaths', () => {
    expect(reportOf(made().node(project, ['use.mjs']))).toEqual({
      engine,
      nativeLoadError: why,
      text: 'Hello',
      batch: `${engine}: Hello`,
      events: ['message-start', 'delta', 'message-end', 'end'],
      rendered,
      sameFunctions: true,
    });
  });

  it('works by require()', () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    const report = reportOf(made().node(project, ['use.cjs']));
    expect(report).toEqual({ engine, version, content: 'Hello', rendered, stream: 'function' });
  });

  it('works as a command, which says what engine it runs on', () => {
    const info = reportOf(made().bin(project, 'info', '--json'));
    expect(info).toMatchObject({ engine, native_load_error: why ?? null });
    const plain = made().bin(project, 'info');
    expect(plain.stdout).toMatch(new RegExp(`^engine +${engine}$`, 'm'));
    expect(/^native_load_error +No native build was found/m.test(plain.stdout)).toBe(engine === 'js');
    const rows = made().bin(project, 'parse', '--view', 'both', 'examples/token-ids.jsonl');
    expect(rows.status).toBe(0);
    expect(rows.stdout).toBe(readFileSync(join(root, 'examples/expected/token-ids.jsonl'), 'utf8'));
  });

  it('throws at first use where the native engine is asked for and missing', () => {
    const ran = made().node(project, ['use.mjs'], { HARMONY_WIRE_ENGINE: 'native' });
    if (engine === 'native') expect(ran).toMatchObject({ status: 0, stderr: '' });
    else expect(ran.stderr).toContain('ERR_HARMONY_NATIVE_UNAVAILABLE');
  });
});

describe('TypeScript', () => {
  const strict = ['--strict', '--target', 'es2022', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess'];
  const compile = (file: string, ...options: string[]): Ran =>
    made().node('with', [TSC, file, '--ignoreConfig', ...strict, ...options]);
  const kinds = [
    ['nodenext', ['--module', 'nodenext', '--moduleResolution', 'nodenext']],
    ['bundler', ['--module', 'esnext', '--moduleResolution', 'bundler']],
  ] as const;
  // The types of Node have errors of their own, without skipLibCheck.
  const nodeTypes = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types'), '--skipLibCheck'];

  it.each(kinds)('%s, without the types of Node', (kind, options) => {
    const out = ['--outDir', kind];
    expect(compile('use.ts', ...options, ...out)).toMatchObject({ status: 0, stdout: '' });
    const script = `import('./${kind}/use.js').then(({ report }) => console.log(report))`;
    expect(reportOf(made().node('with', ['-e', script]))).toEqual({
      deltas: ['assistant: Hel', 'assistant: lo'],
      content: 'Hello',
      end: 'return',
      rendered,
    });
  });

  it.each(kinds)('%s, streams with the types of Node', (_, options) => {
    expect(compile('stream.ts', ...options, '--noEmit', ...nodeTypes)).toMatchObject({ status: 0, stdout: '' });
  });
});
