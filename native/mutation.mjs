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
const TESTS = ['test/engine/differential.test.ts', 'test/native/paths.test.ts'];

/** Runs the differential tests in the sandbox: `passed`, `caught`, or what went wrong besides. */
function verdict(folder) {
  const env = { HARMONY_WIRE_REQUIRE_NATIVE: '1', HARMONY_WIRE_CASES: '3000', CI: '' };
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const { ok, output } = node(vitest, ['run', '--root', folder, '--bail', '1', ...TESTS], { quiet: true, env });
  if (ok) return 'passed';
  return /AssertionError/.test(output) ? 'caught' : `the tests did not run:\n${output}`;
}

function withFault(folder, { file, code, fault }) {
  const path = join(folder, 'native/core', file);
  const source = readFileSync(path, 'utf8');
  if (source.split(code).length !== 2) return `${file} does not hold the line once that the fault replaces: ${code}`;
  try {
    writeFileSync(path, source.replace(code, fault));
    gyp(folder, 'build');
    return verdict(folder);
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
  const without = verdict(folder);
  say(without === 'passed', 'no fault: the tests pass', without);
  for (const fault of FAULTS) {
    const found = withFault(folder, fault);
    say(found === 'caught', `caught: ${fault.name}`, found === 'passed' ? 'the tests pass' : found);
  }
  console.log(`${FAULTS.length + 1 - failed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}

inSandbox(main);
