/** Loads the package in the folder that is named, and prints which engine it chose and what use of each says. */
import { pathToFileURL } from 'node:url';

const { engine, nativeLoadError, parseTokenBatch } = await import(
  pathToFileURL(`${process.argv[2]}/dist/index.js`).href
);

const tokens = Uint32Array.of(200008, 13225, 200002);

function use(options) {
  try {
    const batch = parseTokenBatch(tokens, Uint32Array.of(0, 3), options);
    return `${batch.engine}: ${batch.messages(0)[0].content}`;
  } catch (error) {
    return `${error.name} ${error.code}, cause ${error.cause?.constructor.name}`;
  }
}

console.log(
  JSON.stringify({
    engine,
    loadError: nativeLoadError?.message,
    byDefault: use(),
    native: use({ engine: 'native' }),
    js: use({ engine: 'js' }),
  }),
);
