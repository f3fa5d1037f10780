/** The package as users have it: packed by npm, unpacked into node_modules, beside its declared dependencies only. */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll } from 'vitest';

export const root = fileURLToPath(new URL('../..', import.meta.url));
const PROJECT = fileURLToPath(new URL('project', import.meta.url));

interface Manifest {
  readonly bin: Record<string, string>;
  readonly dependencies: Record<string, string>;
  readonly exports: Record<string, unknown>;
  readonly gypfile?: boolean;
  readonly scripts: Record<string, string>;
}
export const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;

// What `prepack` does: npm before version 9 mixes its output into the JSON of `npm pack`. Builds what is stale.
execFileSync(process.execPath, [join(root, '.ci/build.mjs'), '--prebuild'], { stdio: ['ignore', 'ignore', 'pipe'] });

/** Whether the add-on could be built here: `npm run build` needs a compiler for it. */
export const hasAddon = existsSync(join(root, 'build/Release/harmony_wire.node'));

export interface Packed {
  readonly filename: string;
  /** Bytes of the tarball. */
  readonly size: number;
  readonly files: readonly { path: string; size: number; mode: number }[];
}

function pack(folder: string): Packed {
  const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder];
  const npm = process.env.npm_execpath;
  const [command, first] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []];
  const [packed] = JSON.parse(execFileSync(command, [...first, ...args], { cwd: root, encoding: 'utf8' })) as [Packed];
  return packed;
}

export interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A project that has the package installed. Two of them: as shipped, and without prebuilt binaries. */
export class Installed {
  readonly packed: Packed;
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
    this.packed = pack(folder);
    for (const name of ['with', 'without']) this.install(join(folder, name));
    rmSync(join(folder, 'without/node_modules/harmony-wire/prebuilds'), { recursive: true, force: true });
  }

  private install(project: string): void {
    cpSync(PROJECT, project, { recursive: true });
    cpSync(join(root, 'examples'), join(project, 'examples'), { recursive: true });
    const modules = join(project, 'node_modules');
    const target = join(modules, 'harmony-wire');
    mkdirSync(target, { recursive: true });
    execFileSync('tar', ['-xzf', join(this.folder, this.packed.filename), '--strip-components=1', '-C', target]);
    // An undeclared dependency is missing here, as it would be at a user's.
    for (const name of Object.keys(manifest.dependencies)) {
      symlinkSync(join(root, 'node_modules', name), join(modules, name), 'junction');
    }
  }

  /** Runs Node in the project as shipped (`with`) or the one `without` prebuilt binaries. */
  node(project: 'with' | 'without', args: readonly string[], env: Record<string, string> = {}): Ran {
    const { HARMONY_WIRE_ENGINE: _, NODE_OPTIONS: __, ...clean } = process.env;
    const options = { cwd: join(this.folder, project), encoding: 'utf8', env: { ...clean, ...env } } as const;
    return spawnSync(process.execPath, args, options);
  }

  bin(project: 'with' | 'without', ...args: string[]): Ran {
    return this.node(project, [`node_modules/harmony-wire/${manifest.bin['harmony-wire']}`, ...args]);
  }
}

let shared: Installed | undefined;

// Packing takes seconds: once for all tests.
beforeAll(() => {
  shared = new Installed(realpathSync(mkdtempSync(join(tmpdir(), 'harmony-wire-package-'))));
}, 120_000);
afterAll(() => {
  if (shared) rmSync(shared.folder, { recursive: true, force: true });
});

/** The package, packed and installed before the first test. */
export function made(): Installed {
  if (shared === undefined) throw new Error('nothing is installed before the tests run');
  return shared;
}
