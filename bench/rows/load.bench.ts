/**
 * Question: how long from `import` to the first parse in a fresh process, and how much memory comes with it? The
 * same for the first encoding, which has no target: its tables are not made before. The rivals run under tsx (their
 * loaders are TypeScript, some milliseconds); npm WASM gets its rank file from a server on this machine, as quick as a
 * download can be.
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { serveRanks } from '../../test/support/wasm-harmony.ts';
import { ROUNDS, spread } from '../paired.ts';
import type { Line, Row, Target } from '../row.ts';
import { judged, round } from '../row.ts';

interface Probe {
  name: string;
  candidate: string;
  typescript?: boolean;
  /** The targets are for a first parse. */
  noTarget?: true;
}

const IDS: Probe = { name: 'first parse of ids', candidate: 'ids' };
const TEXT: Probe = { name: 'first parse of text (no vocabulary)', candidate: 'text' };
const WASM: Probe = { name: 'npm WASM, first parse', candidate: 'wasm', typescript: true };
const ENCODE: Probe = { name: 'first encoding', candidate: 'encode', noTarget: true };
const TIKTOKEN_ENCODE: Probe = { name: 'tiktoken, first encoding', candidate: 'tiktokenEncode', typescript: true };
const TIKTOKEN: Probe = { name: 'tiktoken, first decode', candidate: 'tiktoken', typescript: true };

const PROBE = fileURLToPath(new URL('../load/probe.mjs', import.meta.url));
const MS: Target = { of: 'value', at_most: 40 };
const MB: Target = { of: 'value', at_most: 60 };

export const load: Row = {
  name: 'load',
  title: 'from `import` to the first parse, in a fresh process',
  // Each process checks what it read itself.
  async check() {},
  async time({ quick }) {
    const server = await serveRanks();
    const pairs: [Probe, Probe][] = [
      [IDS, WASM],
      [IDS, TIKTOKEN],
      [TEXT, WASM],
      [ENCODE, TIKTOKEN_ENCODE],
    ];
    try {
      const lines: Line[] = [];
      for (const [ours, rival] of pairs) {
        lines.push(...(await pairOfProcesses(ours, rival, server.address, quick ? 1 : ROUNDS)));
      }
      return lines;
    } finally {
      server.close();
    }
  },
};

async function pairOfProcesses(ours: Probe, rival: Probe, address: string, rounds: number): Promise<Line[]> {
  const figures = { a: [] as Figures[], b: [] as Figures[] };
  for (let i = 0; i < rounds; i++) {
    for (const key of i % 2 === 0 ? (['a', 'b'] as const) : (['b', 'a'] as const)) {
      figures[key].push(await probe(key === 'a' ? ours : rival, address));
    }
  }
  const line = (of: keyof Figures, target: Target): Line => {
    const ratio = spread(figures.a.map((figure, i) => figures.b[i]![of] / figure[of]));
    return judged(
      {
        row: 'load',
        a: of === 'ms' ? ours.name : `${ours.name}, memory added`,
        b: rival.name,
        ratio_is: of === 'ms' ? 'faster' : 'smaller',
        rounds,
        ratio_median: round(ratio.median),
        ratio_p10: round(ratio.p10),
        ratio_p90: round(ratio.p90),
        value: round(spread(figures.a.map((figure) => figure[of])).median),
        b_value: round(spread(figures.b.map((figure) => figure[of])).median),
        value_unit: of === 'ms' ? 'ms' : 'MB',
      },
      ours.noTarget ? undefined : target,
    );
  };
  return [line('ms', MS), line('mb', MB)];
}

interface Figures {
  ms: number;
  mb: number;
}

async function probe({ candidate, typescript }: Probe, address: string): Promise<Figures> {
  const args = [...(typescript ? ['--import', 'tsx'] : []), PROBE, candidate, address];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout) as Figures;
}
