/** `node loaded.mjs SPECIFIER`: the files and built-ins that importing one entry loads, a line each. */
import { writeSync } from 'node:fs';
import { createRequire, register } from 'node:module';
import { pathToFileURL } from 'node:url';

// Hooks run in a thread of their own: each writes a line of its own to standard output.
const hooks = `
  import { writeSync } from 'node:fs';
  export async function resolve(specifier, context, next) {
    const found = await next(specifier, context);
    writeSync(1, JSON.stringify({ url: found.url, by: context.parentURL ?? '' }) + '\\n');
    return found;
  }`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);

await import(process.argv[2]);
// What ESM gets by createRequire passes no hook.
for (const path of Object.keys(createRequire(import.meta.url).cache)) {
  writeSync(1, `${JSON.stringify({ url: pathToFileURL(path).href, by: '' })}\n`);
}
