/** What the render entry of a package does in a process of its own: `choice.mjs PACKAGE`. Prints JSON. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const { encodeText } = await import(pathToFileURL(join(process.argv[2], 'dist/render/index.js')).href);
const loaded = () => Object.keys(createRequire(import.meta.url).cache).some((path) => path.endsWith('.node'));

const report = { before: loaded() };
try {
  report.ids = [...encodeText('Hello, 日本')];
} catch (error) {
  report.error = `${error.name} ${error.code}, cause ${error.cause?.name}`;
}
console.log(JSON.stringify({ ...report, after: loaded() }));
