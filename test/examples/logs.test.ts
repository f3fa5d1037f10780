/** The example logs hold what the README promises of them: every shape, and every issue that a log can show. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { ISSUES } from '../../lib/wire/index.ts';

interface Row {
  source: { file: string };
  messages?: { content: string; name: string | null; channel: string | null; recipient: string | null }[];
  issues?: { code: string }[];
  error?: { code: string; message: string };
}

const folder = new URL('../../examples/expected/', import.meta.url);
const rows = readdirSync(folder).flatMap((name) =>
  readFileSync(new URL(name, folder), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row),
);

/** These need a list of tools, or the option `strippedMarkers`, which a log does not carry. */
const NOT_IN_A_LOG = ['duplicate_namespace', 'glued_content_type', 'markers_stripped', 'unknown_tool'];

describe('example logs', () => {
  test('every log has rows, and no row is from elsewhere', () => {
    const logs = readdirSync(new URL('../../examples/', import.meta.url), { withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.mjs'))
      .map((entry) => `examples/${entry.name}`);
    expect([...new Set(rows.map((row) => row.source.file))].sort()).toEqual(logs.sort());
  });

  test('at least 60 generations', () => {
    expect(rows.filter((row) => row.messages !== undefined).length).toBeGreaterThanOrEqual(60);
  });

  test('every issue code occurs', () => {
    const found = new Set(rows.flatMap((row) => row.issues ?? []).map((issue) => issue.code));
    const missing = Object.keys(ISSUES).filter((code) => !found.has(code));
    expect(missing.sort()).toEqual(NOT_IN_A_LOG);
  });

  test('the ids are what examples/make-ids.mjs makes', () => {
    const script = fileURLToPath(new URL('../../examples/make-ids.mjs', import.meta.url));
    expect(() => execFileSync(process.execPath, [script, '--check'], { stdio: 'pipe' })).not.toThrow();
  });
});
