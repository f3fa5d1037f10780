/**
 * Unicode White_Space, as the reference implementation (Rust) sees it: U+0085 belongs to it, U+FEFF does not.
 * JavaScript's `\s` and `trim` differ in exactly these two, so they are never used on wire text.
 */
export function isWhiteSpace(unit: number): boolean {
  if (unit < 0x80) return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d);
  if (unit < 0x1680) return unit === 0x85 || unit === 0xa0;
  return (
    unit === 0x1680 ||
    (unit >= 0x2000 && unit <= 0x200a) ||
    unit === 0x2028 ||
    unit === 0x2029 ||
    unit === 0x202f ||
    unit === 0x205f ||
    unit === 0x3000
  );
}

/** Index of the first unit at or after `from` that is not white space (`text.length` if none). */
export function skipWhiteSpace(text: string, from: number): number {
  let i = from;
  while (i < text.length && isWhiteSpace(text.charCodeAt(i))) i++;
  return i;
}

export function isBlank(text: string): boolean {
  return skipWhiteSpace(text, 0) === text.length;
}

export function trimWhiteSpace(text: string): string {
  const start = skipWhiteSpace(text, 0);
  let end = text.length;
  while (end > start && isWhiteSpace(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}
