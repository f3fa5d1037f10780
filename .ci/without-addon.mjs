/**
 * The suite of the js engine with the add-on's file absent: what a platform without a binary runs. The folders that hold
 * a binary are moved away meanwhile. Ends with `N passed, N failed`.
 */
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { node, root } from './tools.mjs';

const FOLDERS = ['build', 'prebuilds'].map((name) => join(root, name)).filter((path) => existsSync(path));
const TESTS = ['test/parse', 'test/engine', 'test/stream', 'test/wire', 'test/render'];

// Nothing may ask for the native engine here, and the long runs have been made with it.
const env = { CI: '', HARMONY_WIRE_REQUIRE_NATIVE: '', HARMONY_WIRE_ENGINE: '', HARMONY_WIRE_CASES: '1000' };
const folder = mkdtempSync(join(tmpdir(), 'harmony-wire-js-'));
const file = join(folder, 'report.json');
let totals = { passed: 0, failed: 1 };
for (const path of FOLDERS) renameSync(path, `${path}.away`);
try {
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`];
  const { ok } = node('node_modules/vitest/vitest.mjs', ['run', ...reporters, ...TESTS], { env });
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(file, 'utf8'));
  totals = { passed: numPassedTests, failed: ok ? numFailedTests : Math.max(1, numFailedTests) };
} finally {
  for (const path of FOLDERS) renameSync(`${path}.away`, path);
  rmSync(folder, { recursive: true, force: true });
  console.log(`${totals.passed} passed, ${totals.failed} failed`);
  process.exitCode = totals.failed > 0 || totals.passed === 0 ? 1 : 0;
}
