/**
 * Builds what is missing or older than its sources: the JavaScript, the vocabulary file, the native add-on.
 * The add-on is optional (the js engine does the same) unless HARMONY_WIRE_REQUIRE_NATIVE=1.
 * With --prebuild (`prepack`) the add-on is copied to prebuilds/, from where it is shipped.
 */
import { existsSync, realpathSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { prebuild } from './prebuild.mjs';
import { changed, filesIn, newest, node, oldest, onPath, root } from './tools.mjs';

const COMPILER_HINT =
  'The native core needs g++, make and python3 (Debian, Ubuntu: apt-get install g++ make python3); then run npm run build.';

const ADDON = 'build/Release/harmony_wire.node';
const VOCABULARY = 'dist/o200k_harmony.bin';
const VOCABULARY_SOURCES = ['build-vocabulary', 'vocabulary', 'tokens'].map((name) => `lib/wire/${name}.ts`);

/**
 * @returns {{ native: boolean, hint?: string }} Whether the native core is ready and, if not, how to get it.
 * @throws Error with the reason, in plain words.
 */
export function build(say = console.log) {
  if (!existsSync(join(root, 'node_modules/typescript'))) throw new Error('nothing is installed yet: run npm ci');
  buildScripts(say);
  buildVocabulary(say);
  return buildAddon(say);
}

export function buildScripts(say = console.log) {
  const sources = filesIn('lib', (path) => path.endsWith('.ts') && !path.endsWith('.d.ts'));
  const outputs = sources.map((path) => path.replace(/^lib\//, 'dist/').replace(/\.ts$/, '.js'));
  removeOrphans(new Set(outputs));
  if (oldest(outputs) >= newest([...sources, 'tsconfig.json', 'lib/tsconfig.json'])) return;
  say('Compiling TypeScript ...');
  // Without noEmitOnError a failed build would leave new files behind and pass for a fresh one.
  const compiled = node('node_modules/typescript/bin/tsc', ['-p', 'lib/tsconfig.json', '--noEmitOnError'], {
    quiet: true,
  });
  if (!compiled.ok) throw new Error(`TypeScript found errors:\n${compiled.output}`);
}

/** A source that was moved leaves its output behind, which would still be imported, and shipped. */
function removeOrphans(outputs) {
  for (const path of filesIn('dist', (name) => /\.(js|d\.ts)$/.test(name))) {
    if (!outputs.has(path.replace(/\.d\.ts$/, '.js'))) rmSync(join(root, path));
  }
}

function buildVocabulary(say) {
  if (changed(VOCABULARY) >= newest(VOCABULARY_SOURCES)) return;
  say('Building the vocabulary file ...');
  const built = node('dist/wire/build-vocabulary.js', [], { quiet: true });
  if (!built.ok) throw new Error(`the vocabulary file could not be built:\n${built.output}`);
}

function buildAddon(say) {
  if (!existsSync(join(root, 'binding.gyp'))) return { native: false };
  const sources = filesIn('native', (path) => /\.(h|cc)$/.test(path));
  if (changed(ADDON) >= newest([...sources, 'binding.gyp'])) return { native: true };

  const missing = ['g++', 'make', 'python3'].filter((tool) => !onPath(tool));
  if (missing.length > 0) return withoutAddon(say, `${missing.join(', ')} not found`, COMPILER_HINT);
  say('Compiling the native core ...');
  const prefix = dirname(dirname(realpathSync(process.execPath)));
  const headersAreHere = existsSync(join(prefix, 'include/node/node_api.h'));
  // Headers beside node save the download that node-gyp would start.
  const args = ['rebuild', ...(headersAreHere ? [`--nodedir=${prefix}`] : [])];
  const compiled = node('node_modules/node-gyp/bin/node-gyp.js', args, { quiet: true });
  return compiled.ok ? { native: true } : withoutAddon(say, `the compiler failed:\n${compiled.output}`);
}

function withoutAddon(say, reason, hint = 'The compiler is there: its messages above tell what is wrong.') {
  if (process.env.HARMONY_WIRE_REQUIRE_NATIVE === '1') throw new Error(`no native core: ${reason}`);
  say(`No native core: ${reason}`);
  say(`The js engine gives the same results, more slowly. ${hint}`);
  return { native: false, hint };
}

if (process.argv[1] && import.meta.url === pathToFileURL(realpathSync(process.argv[1])).href) {
  try {
    // Standard output belongs to the JSON of `npm pack --json`, which runs this script.
    const { native } = build(console.error);
    console.error(native ? 'Built, with the native core.' : 'Built, without a native core.');
    if (native && process.argv.includes('--prebuild')) console.error(`Shipped as ${prebuild(ADDON)}`);
  } catch (error) {
    console.error(`Build failed: ${error.message}`);
    process.exitCode = 1;
  }
}
