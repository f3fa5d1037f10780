/**
 * The native core under everything that can show a fault of its memory: sanitizers, valgrind, a fuzzer, the faults that
 * must be caught; and its instructions per token. Installs nothing: needs g++, clang with its run-time library,
 * valgrind, and what `npm run build` makes. Every step has a time limit. Closes with `N passed, N failed`.
 *
 * `node native/ci.mjs [--fuzz SECONDS] [STEP...]`; a step is chosen by a part of its name.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { filesIn, paint, root } from '../.ci/tools.mjs';
import { gyp, inSandbox } from './sandbox.mjs';

const { values, positionals } = parseArgs({
  options: { fuzz: { type: 'string', default: '60' } },
  allowPositionals: true,
});
const FUZZ_SECONDS = Number(values.fuzz);
const MINUTE = 60_000;

const folder = mkdtempSync(join(tmpdir(), 'harmony-wire-ci-'));
const CORE = filesIn('native/core', (path) => path.endsWith('.cc'));
const inTest = (...names) => names.map((name) => `native/test/${name}.cc`);
const ORACLE = inTest('compare', 'oracle', 'vocabulary');
const ENCODE_ORACLE = inTest('encode_oracle', 'vocabulary');
const WARNINGS = ['-std=c++20', '-g', '-Wall', '-Wextra', '-Werror'];
const SANITIZED = ['-fsanitize=address,undefined', '-fno-sanitize-recover=undefined', '-fno-omit-frame-pointer'];
// What the add-on is built with, see binding.gyp.
const RELEASE = ['-O3', '-fno-exceptions', '-fno-rtti', ...(process.arch === 'x64' ? ['-march=x86-64-v2'] : [])];

function call(command, args, { limit = 5 * MINUTE, env = {}, cwd = root } = {}) {
  const options = { cwd, env: { ...process.env, ...env }, encoding: 'utf8', timeout: limit, killSignal: 'SIGKILL' };
  const done = spawnSync(command, args, { ...options, maxBuffer: 1 << 26 });
  const output = `${done.stdout ?? ''}${done.stderr ?? ''}`;
  if (done.error?.code === 'ETIMEDOUT') throw new Error(`${command} took more than ${limit / 1000} s\n${output}`);
  if (done.error) throw new Error(`${command}: ${done.error.message}`);
  if (done.status !== 0) throw new Error(`${command} ended with ${done.status ?? done.signal}\n${output}`);
  return output.trim();
}

function compile(compiler, name, sources, flags) {
  const program = join(folder, name);
  call(compiler, [...WARNINGS, ...flags, ...sources, '-pthread', '-o', program]);
  return program;
}

const TESTS = { core_test: ORACLE, encode_test: ENCODE_ORACLE };

/** Both test programs, compiled with `flags`, run by `run` with the path of each. */
const coreTests = (kind, flags, run) =>
  Object.entries(TESTS)
    .map(([name, oracle]) => run(compile('g++', `${name}_${kind}`, [...CORE, ...oracle, ...inTest(name)], flags)))
    .join('\n');

function tables() {
  const check = (script) => call(process.execPath, ['node_modules/tsx/dist/cli.mjs', `native/${script}`, '--check']);
  return ['make-table.ts', 'make-classes.ts'].map((name) => check(name) || `${name}: up to date`).join('\n');
}

const plain = () => coreTests('plain', ['-O2'], (program) => call(program, ['20000']));
const sanitized = () => coreTests('sanitized', ['-O1', ...SANITIZED], (program) => call(program, ['5000', '2']));

function memcheck() {
  const options = ['--quiet', '--error-exitcode=9', '--leak-check=full', '--errors-for-leak-kinds=definite'];
  const run = (program) => call('valgrind', [...options, program, '150', '3'], { limit: 10 * MINUTE });
  return coreTests('valgrind', ['-O1'], run);
}

/** The kept inputs first, then new ones. */
function fuzz(name, oracle, seconds) {
  const flags = ['-O1', '-fsanitize=fuzzer,address,undefined', '-fno-sanitize-recover=undefined'];
  const program = compile('clang++', name, [...CORE, ...oracle, `native/fuzz/${name}.cc`], flags);
  // The fuzzer writes what it finds into the first folder.
  const corpus = join(folder, `${name}_corpus`);
  cpSync(join(root, 'native/fuzz/corpus', name), corpus, { recursive: true });
  const kept = readdirSync(corpus).length;
  const options = [`-max_total_time=${seconds}`, '-max_len=400', '-timeout=20', '-print_final_stats=1'];
  const output = call(program, [...options, `-artifact_prefix=${folder}/`, corpus], {
    limit: seconds * 1000 + 5 * MINUTE,
  });
  const runs = /number_of_executed_units:\s*(\d+)/.exec(output)?.[1];
  return `${runs} inputs in ${seconds} s, begun with ${kept} kept ones`;
}

/** The add-on as it is built for users, but with sanitizers, loaded into plain Node. */
function addon() {
  const library = (name) => call('g++', [`-print-file-name=${name}`]);
  return inSandbox((copy) => {
    gyp(copy, 'rebuild', '--', '-Dsanitize=address,undefined');
    const env = {
      LD_PRELOAD: `${library('libasan.so')} ${library('libubsan.so')}`,
      // Node never frees what lives as long as it does.
      ASAN_OPTIONS: 'detect_leaks=0',
      UBSAN_OPTIONS: 'halt_on_error=1:print_stacktrace=1',
    };
    return call(process.execPath, ['--expose-gc', 'native/test/addon.mjs', '100'], { env, cwd: copy });
  });
}

/** Most instructions that a token (a byte of utf16, a unit of encode) may take: what was counted with g++ 12, and a tenth. */
const MOST = { write: 27, scalar: 31, measure: 11, utf16: 12, encode: 286 };

function instructions() {
  const program = compile('g++', 'instructions', [...CORE, 'native/bench/instructions.cc'], RELEASE);
  const vocabulary = join(root, 'dist/o200k_harmony.bin');
  const count = (what, rounds) => {
    const output = call('valgrind', [
      '--tool=callgrind',
      '--callgrind-out-file=/dev/null',
      program,
      vocabulary,
      what,
      `${rounds}`,
    ]);
    return { items: Number(/^\d+$/m.exec(output)[0]), all: Number(/Collected : (\d+)/.exec(output)[1]) };
  };
  const found = Object.entries(MOST).map(([what, most]) => {
    const few = count(what, 1);
    const per = (count(what, 5).all - few.all) / 4 / few.items;
    if (per > most) throw new Error(`${what}: ${per.toFixed(1)} instructions, at most ${most} are allowed`);
    return `${what} ${per.toFixed(1)}`;
  });
  return `instructions per token (utf16: per byte, encode: per unit): ${found.join(', ')}`;
}

const mutations = () => call(process.execPath, ['native/mutation.mjs'], { limit: 15 * MINUTE });

const STEPS = {
  'generated tables': tables,
  'core tests': plain,
  'core tests, address and undefined behaviour sanitizers': sanitized,
  'core tests under valgrind': memcheck,
  'fuzzer of the parser': () => fuzz('fuzz_feed', ORACLE, FUZZ_SECONDS),
  'fuzzer of the encoder': () => fuzz('fuzz_encode', ENCODE_ORACLE, FUZZ_SECONDS / 3),
  'add-on in Node, sanitized': addon,
  'instruction counts': instructions,
  'mutation check': mutations,
};

let passed = 0;
let failed = 0;
for (const [name, step] of Object.entries(STEPS)) {
  if (positionals.length > 0 && !positionals.some((part) => name.includes(part))) continue;
  const began = Date.now();
  console.log(`--- ${name} ...`);
  try {
    console.log(step().split('\n').slice(-12).join('\n'));
    passed += 1;
    console.log(`${paint('green', 'ok')} after ${Math.round((Date.now() - began) / 1000)} s`);
  } catch (error) {
    failed += 1;
    console.log(`${paint('red', 'FAIL')} ${error.message}`);
  }
}
rmSync(folder, { recursive: true, force: true });
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
