/**
 * Do the differential tests see a fault of the core? Puts the faults below into a copy of it, one by one, and runs
 * them: each fault must make them fail, and without a fault they must pass. Needs `npm run build` and a compiler.
 * Closes with `N passed, N failed`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { node, paint, root } from '../.ci/tools.mjs';
import { gyp, inSandbox } from './sandbox.mjs';

const FAULTS = [
  {
    name: 'half a character of a header crosses a special token',
    file: 'header_text.cc',
    code: 'if (waiting_ == 0) return Result::kTaken;',
    fault: 'if (waiting_ <= 3) return Result::kTaken;',
  },
  {
    name: 'maxHeaderBytes is one too small for text that is not ASCII',
    file: 'header_text.cc',
    code: 'if (text_bytes_ + length > limit_) return',
    fault: 'if (text_bytes_ + length >= limit_) return',
  },
  {
    name: 'content that is not ASCII is marked as ASCII',
    file: 'run.cc',
    code: 'output.wide |= !all.is_ascii();',
    fault: 'output.wide |= false;',
  },
  {
    name: 'what goes beyond maxHeaderBytes becomes content one token too early',
    file: 'machine.cc',
    code: 'header_result(result, excess, bytes, length, position_ + 1)',
    fault: 'header_result(result, excess, bytes, length, position_)',
  },
  {
    name: 'headers that several threads met keep the numbers of their threads',
    file: 'batch.cc',
    code: 'shared |= blocks_[i].worker != 0;',
    fault: 'shared |= blocks_[i].worker > kMaxWorkers;',
  },
  {
    name: 'a mark in a header stands at its beginning',
    file: 'machine.cc',
    code: 'state_ == State::kHeader ? header_.size()',
    fault: 'state_ == State::kHeader ? 0 * header_.size()',
  },
];
const ENCODER_FAULTS = [
  {
    name: 'the pair in front of a merged one is not rated anew',
    file: 'encoder.cc',
    code: 'if (best > 0) pair[best - 1] = rated(best - 1);',
    fault: 'if (best > 1) pair[best - 1] = rated(best - 1);',
  },
  {
    name: 'of equal pairs of a long piece the last one merges first',
    file: 'encoder.cc',
    code: 'heap_.push(uint64_t{part.pair} << 32 | at)',
    fault: 'heap_.push(uint64_t{part.pair} << 32 | (at ^ 1))',
  },
  {
    name: 'no character gives itself up for the lower-case letter that must follow',
    file: 'pieces.cc',
    code: 'if (next.kind != Class::kUpper) last_both = i;',
    fault: 'if (next.kind == Class::kMark) last_both = i;',
  },
  {
    name: 'white space in front of a word keeps its last character',
    file: 'pieces.cc',
    code: 'return i == length_ || i == start + 1 ? i : i - 1;',
    fault: 'return i;',
  },
];
const SUITES = [
  { faults: FAULTS, tests: ['test/engine/differential.test.ts', 'test/native/paths.test.ts'] },
  { faults: ENCODER_FAULTS, tests: ['test/render/encode.test.ts', '-t', 'the same ids'] },
];

/** Runs the differential tests in the sandbox: `passed`, `caught`, or what went wrong besides. */
function verdict(folder, tests) {
  const env = { HARMONY_WIRE_REQUIRE_NATIVE: '1', HARMONY_WIRE_CASES: '3000', CI: '' };
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const { ok, output } = node(vitest, ['run', '--root', folder, '--bail', '1', ...tests], { quiet: true, env });
  if (ok) return 'passed';
  return /AssertionError/.test(output) ? 'caught' : `the tests did not run:\n${output}`;
}

function withFault(folder, { file, code, fault }, tests) {
  const path = join(folder, 'native/core', file);
  const source = readFileSync(path, 'utf8');
  if (source.split(code).length !== 2) return `${file} does not hold the line once that the fault replaces: ${code}`;
  try {
    writeFileSync(path, source.replace(code, fault));
    gyp(folder, 'build');
    return verdict(folder, tests);
  } finally {
    writeFileSync(path, source);
  }
}

function main(folder) {
  let failed = 0;
  const say = (good, name, found) => {
    if (!good) failed += 1;
    console.log(`${good ? paint('green', 'ok  ') : paint('red', 'FAIL')} ${name}${good ? '' : `: ${found}`}`);
  };
  gyp(folder, 'configure');
  gyp(folder, 'build');
  let count = 0;
  for (const { faults, tests } of SUITES) {
    const without = verdict(folder, tests);
    say(without === 'passed', 'no fault: the tests pass', without);
    for (const fault of faults) {
      const found = withFault(folder, fault, tests);
      say(found === 'caught', `caught: ${fault.name}`, found === 'passed' ? 'the tests pass' : found);
    }
    count += faults.length + 1;
  }
  console.log(`${count - failed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}

inSandbox(main);
