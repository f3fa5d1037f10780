/**
 * `npm test`, alone in a fresh clone: installs if needed, builds what is stale, runs every test.
 * Arguments go on to vitest (`npm test -- test/wire`). The last line is always `N passed, N failed`.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { build } from '../.ci/build.mjs';
import { node, root, run } from '../.ci/tools.mjs';

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

/** npm keeps what it installed in node_modules/.package-lock.json; optional packages of other platforms are not in it. */
function isInstalled() {
  try {
    const wanted = readJson(join(root, 'package-lock.json')).packages;
    const present = readJson(join(root, 'node_modules/.package-lock.json')).packages;
    return Object.entries(wanted).every(
      ([path, entry]) =>
        path === '' || (present[path] ? present[path].integrity === entry.integrity : entry.optional === true),
    );
  } catch {
    return false;
  }
}

function install() {
  console.log('Installing (npm ci) ...');
  const npm = process.env.npm_execpath;
  const done = npm ? node(npm, ['ci']) : run(process.platform === 'win32' ? 'npm.cmd' : 'npm', ['ci']);
  if (!done.ok) throw new Error('npm ci failed, see above');
}

/** Failed tests, and files or unhandled errors that failed without one. */
function totalsOf(report, vitestOk) {
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  );
  const failed = report.numFailedTests + brokenFiles.length;
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && !vitestOk ? 1 : failed,
    left: leftOut(report),
  };
}

/** How many tests did not run, by file: those whose data or engine is not here. */
function leftOut(report) {
  const counts = report.testResults.map(({ name, assertionResults }) => {
    return [relative(root, name), assertionResults.filter(({ status }) => status !== 'passed' && status !== 'failed')];
  });
  return counts.flatMap(([name, { length }]) => (length > 0 ? [`${name} (${length})`] : []));
}

function runVitest() {
  const folder = mkdtempSync(join(tmpdir(), 'harmony-wire-test-'));
  try {
    const file = join(folder, 'report.json');
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
    // By itself vitest leaves one core to its main process: on a machine with two that is half of them.
    const workers = `--maxWorkers=${availableParallelism()}`;
    const { ok } = node('node_modules/vitest/vitest.mjs', ['run', workers, ...reporters, ...process.argv.slice(2)]);
    return totalsOf(readJson(file), ok);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const ASK_ENGINE = `import('./dist/index.js').then(
  ({ engine, nativeLoadError }) => console.log(engine + (nativeLoadError ? ' (native: ' + nativeLoadError.message + ')' : '')),
  (error) => console.log('unknown (' + error.message + ')'),
)`;

/** Asked in a process of its own: a native core that crashes must not take the totals along. */
const engineName = () => run(process.execPath, ['-e', ASK_ENGINE], { quiet: true }).output.trim();

function main() {
  if (!isInstalled()) install();
  const { hint } = build();
  const totals = runVitest();
  console.log(`Engine tested: ${engineName()}`);
  if (hint) console.log(hint);
  if (totals.left.length > 0) console.log(`Not run, for what they need is not here: ${totals.left.join(', ')}`);
  if (totals.passed === 0) console.log('No test passed.');
  return totals;
}

let totals = { passed: 0, failed: 1 };
try {
  totals = main();
} catch (error) {
  console.error(`npm test: ${error.message}`);
}
console.log(`${totals.passed} passed, ${totals.failed} failed`);
process.exitCode = totals.failed > 0 || totals.passed === 0 ? 1 : 0;
