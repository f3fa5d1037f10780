/**
 * Counts what string operations look at, so that a test of linearity needs no clock: units scanned by searches,
 * units copied by slices, single units read.
 */

type Method = (this: string, ...args: never[]) => unknown;

const COUNTED: Record<string, (text: string, args: readonly unknown[], result: unknown) => number> = {
  indexOf: (text, args, result) => scanned(text, Number(args[1] ?? 0), result as number),
  lastIndexOf: (text) => text.length,
  includes: (text) => text.length,
  startsWith: (_text, args) => String(args[0]).length,
  endsWith: (_text, args) => String(args[0]).length,
  charCodeAt: () => 1,
  slice: (_text, _args, result) => (result as string).length,
  trim: (text) => text.length,
  toLowerCase: (text) => text.length,
  replaceAll: (text) => text.length,
  matchAll: (text) => text.length,
};

function scanned(text: string, from: number, found: number): number {
  return Math.max(1, (found < 0 ? text.length : found) - from);
}

/** Runs `work` and returns how many units its string operations looked at. */
export function countWork(work: () => void): number {
  let count = 0;
  const prototype = String.prototype as unknown as Record<string, Method>;
  const originals = Object.keys(COUNTED).map((name) => [name, prototype[name]!] as const);
  for (const [name, original] of originals) {
    const measure = COUNTED[name]!;
    prototype[name] = function (this: string, ...args) {
      const result = original.apply(this, args);
      count += measure(this, args, result);
      return result;
    };
  }
  try {
    work();
  } finally {
    for (const [name, original] of originals) prototype[name] = original;
  }
  return count;
}
