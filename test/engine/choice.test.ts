/** Which engine is chosen: with the add-on, without it, with one that is broken; by environment and by option. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engineFor } from '../../lib/engine/choice.ts';
import { engine, nativeLoadError, parseTokenBatch } from '../../lib/index.ts';
import { engines } from './engines.ts';
import { runScript } from './scripts/run.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const UNAVAILABLE = 'HarmonyError ERR_HARMONY_NATIVE_UNAVAILABLE, cause Error';

describe('a package without the add-on', () => {
  let folder = '';

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'harmony-wire-'));
    cpSync(join(root, 'dist'), join(folder, 'dist'), { recursive: true });
    cpSync(join(root, 'package.json'), join(folder, 'package.json'));
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const choice = async (HARMONY_WIRE_ENGINE: string | undefined) =>
    (await runScript('choice.mjs', [folder], { env: { HARMONY_WIRE_ENGINE } })).report;

  it('works with the js engine, and says why', async () => {
    expect(await choice(undefined)).toEqual({
      engine: 'js',
      loadError: expect.stringMatching(/No native build was found/),
      byDefault: 'js: Hello',
      native: UNAVAILABLE,
      js: 'js: Hello',
    });
  });

  it('throws at the first use, not at import, where native is asked for', async () => {
    expect(await choice('native')).toMatchObject({ engine: 'native', byDefault: UNAVAILABLE, js: 'js: Hello' });
  });

  it('does not try to load it where js is asked for', async () => {
    const { loadError, ...rest } = await choice('js');
    expect(loadError).toBeUndefined();
    expect(rest).toMatchObject({ engine: 'js', byDefault: 'js: Hello', native: UNAVAILABLE });
  });

  it('refuses another word at the first use', async () => {
    const refused = 'TypeError ERR_HARMONY_INVALID_ARGUMENT, cause undefined';
    expect(await choice('wasm')).toMatchObject({ byDefault: refused, js: refused });
  });

  it('works with the js engine if the add-on is no add-on', async () => {
    mkdirSync(join(folder, 'build/Release'), { recursive: true });
    writeFileSync(join(folder, 'build/Release/harmony_wire.node'), 'not a shared object');
    const broken = await choice(undefined);
    rmSync(join(folder, 'build'), { recursive: true });
    expect(broken).toMatchObject({ engine: 'js', byDefault: 'js: Hello', native: UNAVAILABLE });
    expect(broken.loadError).toMatch(/harmony_wire\.node/);
  });
});

describe('here', () => {
  const batch = (options?: { engine: 'native' | 'js' }) =>
    parseTokenBatch(new Uint32Array(0), Uint32Array.of(0), options);

  it('native where it loads, unless the environment says otherwise', () => {
    const asked = process.env.HARMONY_WIRE_ENGINE;
    expect(engine).toBe(asked === 'js' || !engines.includes('native') ? 'js' : 'native');
    expect(nativeLoadError === undefined).toBe(asked === 'js' || engines.includes('native'));
    expect(batch().engine).toBe(engine);
  });

  it.each(engines)('%s if a call asks for it', (name) => {
    expect(batch({ engine: name }).engine).toBe(name);
    expect(engineFor(name).name).toBe(name);
  });
});
