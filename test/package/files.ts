/** What travels in the package, and what does not. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hasAddon, made, manifest, root } from './installed.ts';

const names = (folder: string, pattern: RegExp): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => pattern.test(name));

/** A step of our own build, the only one that needs the `tiktoken` package. */
const BUILD_STEP = 'wire/build-vocabulary.ts';
const sources = names('lib', /\.ts$/).filter((name) => name !== BUILD_STEP);
const compiled = sources.flatMap((name) => {
  const stem = `dist/${name.slice(0, -'.ts'.length)}`;
  return [`${stem}.js`, `${stem}.d.ts`];
});
const native = names('native', /^(core\/)?[^/]+\.(h|cc)$/).map((name) => `native/${name}`);
const docs = names('docs', /^[^/]+\.md$/).map((name) => `docs/${name}`);

describe('the packed files', () => {
  it('are the build, the native sources, the binary of this platform, and the pages', () => {
    const prebuilds = existsSync(join(root, 'prebuilds')) ? names('prebuilds', /\.node$/) : [];
    const wanted = ['CHANGELOG.md', 'LICENSE', 'README.md', 'binding.gyp', 'dist/o200k_harmony.bin', 'package.json'];
    const paths = made().packed.files.map(({ path }) => path);
    expect(paths.sort()).toEqual(
      [...wanted, ...compiled, ...docs, ...native, ...prebuilds.map((name) => `prebuilds/${name}`)].sort(),
    );
  });

  it('are small: below 6 MB, of which the vocabulary is the most', () => {
    expect(made().packed.size).toBeLessThan(6e6);
  });

  it('hold every source that binding.gyp names', () => {
    const paths = new Set(made().packed.files.map(({ path }) => path));
    const sources = readFileSync(join(root, 'binding.gyp'), 'utf8').match(/native\/[\w/]+\.cc/g) ?? [];
    expect(sources.length).toBeGreaterThan(0);
    expect(sources.filter((source) => !paths.has(source))).toEqual([]);
  });

  it('run nothing at installation', () => {
    const hooks = ['preinstall', 'install', 'postinstall', 'prepare'];
    expect(hooks.filter((name) => name in manifest.scripts)).toEqual([]);
    // Without it npm runs node-gyp wherever it sees a binding.gyp.
    expect(manifest.gypfile).toBe(false);
  });
});

describe.runIf(hasAddon)('the prebuilt add-on', () => {
  const libc = (): string => {
    const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
    return header.glibcVersionRuntime === undefined ? '.musl' : '.glibc';
  };
  const binary = (): Buffer => {
    const name = `harmony-wire.napi${process.platform === 'linux' ? libc() : ''}.node`;
    const folder = `with/node_modules/harmony-wire/prebuilds/${process.platform}-${process.arch}`;
    return readFileSync(join(made().folder, folder, name));
  };

  it('is stripped', () => {
    expect(binary().includes('.symtab')).toBe(false);
  });

  it('asks for no glibc above 2.28 and for no C++ library', () => {
    const versions = [
      ...binary()
        .toString('latin1')
        .matchAll(/\b(GLIBC|GLIBCXX|CXXABI)_(\d+)\.(\d+)/g),
    ];
    const above = versions.filter(([, library, major, minor]) => {
      return library !== 'GLIBC' || Number(major) > 2 || Number(minor) > 28;
    });
    expect(above.map(([version]) => version)).toEqual([]);
  });
});
