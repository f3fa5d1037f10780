/** The product as it ships: the code of dist/, with the types of lib/ (which exist before a build). */
const address = new URL('../dist/index.js', import.meta.url).href;

export const product = (await import(address)) as typeof import('../lib/index.ts');
