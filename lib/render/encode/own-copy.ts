/**
 * A slice keeps the string it was cut from alive (V8, from 13 units on): as the key of a cache a word would hold a
 * megabyte. The copy holds itself only.
 */
export function ownCopy(text: string): string {
  if (text.length < 13) return text;
  const encoding = isLatin1(text) ? 'latin1' : 'utf16le';
  return Buffer.from(text, encoding).toString(encoding);
}

function isLatin1(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0xff) return false;
  return true;
}
