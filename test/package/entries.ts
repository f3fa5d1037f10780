/** What each entry exports (test/package/exports.json, to be changed by hand), and what it loads. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { made, manifest } from './installed.ts';

const EXPORTS = JSON.parse(readFileSync(new URL('exports.json', import.meta.url), 'utf8')) as Record<string, string[]>;
/** Packages of node_modules that an entry may load. What is not listed loads none. */
const PACKAGES: Record<string, readonly string[]> = {
  '.': ['node-gyp-build'],
  './stream': ['node-gyp-build'],
  './render': ['lossless-json'],
};
const ENTRIES = Object.keys(manifest.exports).filter((entry) => entry !== './package.json');

interface Loaded {
  packages: string[];
  /** Built-ins that the package itself asks for. */
  builtins: string[];
}

function loadedBy(specifier: string): Loaded {
  const { status, stdout, stderr } = made().node('with', ['loaded.mjs', specifier]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const loads = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { url: string; by: string });
  const packages = loads.flatMap(({ url }) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1] ?? []);
  const ours = loads.filter(({ by }) => by.includes('/node_modules/harmony-wire/'));
  return {
    packages: [...new Set(packages)].filter((name) => name !== 'harmony-wire').sort(),
    builtins: ours.map(({ url }) => url).filter((url) => url.startsWith('node:')),
  };
}

describe.each(ENTRIES)('entry %s', (entry) => {
  const specifier = `harmony-wire${entry.slice(1)}`;

  it('exports what is listed', () => {
    const script = `import(${JSON.stringify(specifier)}).then((all) => console.log(JSON.stringify(Object.keys(all))))`;
    const { stdout } = made().node('with', ['-e', script]);
    expect(JSON.parse(stdout)).toEqual([...EXPORTS[entry]!].sort());
  });

  it('loads only its own libraries', () => {
    expect(loadedBy(specifier).packages).toEqual(PACKAGES[entry] ?? []);
  });
});

it('fallback asks for no built-in of Node', () => {
  expect(loadedBy('harmony-wire').builtins).toContain('node:fs');
  expect(loadedBy('harmony-wire/fallback').builtins).toEqual([]);
});

it('every listed entry is there', () => {
  expect(Object.keys(EXPORTS).sort()).toEqual(ENTRIES.sort());
});
