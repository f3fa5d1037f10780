/** `npm run check`: everything that reads the code without running it. Ends with `N passed, N failed`. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildScripts } from './build.mjs';
import { filesIn, node, onPath, paint, root, run } from './tools.mjs';

const quiet = { quiet: true };
const tool = (path, ...args) => node(`node_modules/${path}`, args, quiet);
const good = (output = '') => ({ ok: true, output });
const bad = (output) => ({ ok: false, output });

function clangFormat() {
  const files = filesIn('native', (path) => /\.(h|cc)$/.test(path));
  if (files.length === 0) return good('no C++ here');
  if (onPath('clang-format')) return run('clang-format', ['--dry-run', '-Werror', ...files], quiet);
  return process.env.CI ? bad('clang-format is missing') : good('not checked: clang-format is not installed');
}

/** A test that is switched off still looks green. */
function everyTestRuns() {
  const off = /\b(?:it|test|describe|suite)\b[\w.]*\.(?:only|skip|todo)\b|\b(?:xit|xdescribe|fit|fdescribe)\s*\(/;
  const found = filesIn('test', (path) => path.endsWith('.ts')).flatMap((path) =>
    readFileSync(join(root, path), 'utf8')
      .split('\n')
      .flatMap((line, i) => (off.test(line) ? [`${path}:${i + 1}: ${line.trim()}`] : [])),
  );
  return found.length === 0 ? good() : bad(found.join('\n'));
}

/** Relative links of the Markdown pages must lead to a file. */
function linksLeadSomewhere() {
  const pages = ['README.md', 'CHANGELOG.md', ...filesIn('docs', (path) => /^docs\/(?!api\/).*\.md$/.test(path))];
  const broken = pages.flatMap((page) =>
    [...readFileSync(join(root, page), 'utf8').matchAll(/\]\((?!https?:)([^)#\s]+)/g)]
      .map(([, target]) => target)
      .filter((target) => !existsSync(join(root, dirname(page), target)))
      .map((target) => `${page}: ${target} is not there`),
  );
  return broken.length === 0 ? good() : bad(broken.join('\n'));
}

function build() {
  try {
    buildScripts(() => {});
    return good();
  } catch (error) {
    return bad(error.message);
  }
}

const CHECKS = {
  build,
  'format and lint (biome)': () => tool('@biomejs/biome/bin/biome', 'ci', '--colors=off', '.'),
  'types (tsc)': () => tool('typescript/bin/tsc', '--noEmit', '-p', '.'),
  'unused code (knip)': () => tool('knip/bin/knip.js', '--no-progress'),
  'C++ format (clang-format)': clangFormat,
  'every test runs': everyTestRuns,
  'links in Markdown': linksLeadSomewhere,
  'docs/issues.md': () => node('.ci/issue-table.mjs', ['--check'], quiet),
  'API docs (typedoc)': () => tool('typedoc/bin/typedoc', '--emit', 'none'),
  'package (publint)': () => tool('publint/src/cli.js', '--strict'),
};

let failed = 0;
for (const [name, check] of Object.entries(CHECKS)) {
  const { ok, output } = check();
  if (!ok) failed += 1;
  const note = ok && /^(no|not) /.test(output) ? ` (${output})` : '';
  console.log(`${ok ? paint('green', 'ok  ') : paint('red', 'FAIL')} ${name}${note}`);
  if (!ok) console.log(output.trimEnd().replace(/^/gm, '     '));
}
console.log(`${Object.keys(CHECKS).length - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
