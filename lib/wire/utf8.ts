/** Sizes and decoding of UTF-8 without any platform object (the `/fallback` entry has no `node:` import). */

/** Bytes of `text` as UTF-8; a lone surrogate counts as U+FFFD (3 bytes). */
export function utf8Length(text: string): number {
  let bytes = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) continue;
    if (unit < 0x800) bytes += 1;
    else if (unit >= 0xd800 && unit < 0xdc00 && isLowSurrogate(text.charCodeAt(i + 1))) {
      bytes += 2;
      i++;
    } else bytes += 2;
  }
  return bytes;
}

export function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}

/**
 * Length of the incomplete but still valid UTF-8 sequence at the end of `bytes` (0 to 3).
 * Incomplete and bad are told apart by Unicode table 3-7 (the maximal subpart rule of the WHATWG decoder).
 */
export function incompleteTail(bytes: Uint8Array, length: number = bytes.length): number {
  for (let back = 1; back <= 3 && back <= length; back++) {
    const lead = bytes[length - back]!;
    if (lead < 0x80) return 0;
    if (lead < 0xc0) continue;
    const need = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    if (lead < 0xc2 || lead > 0xf4 || need <= back) return 0;
    return back === 1 || secondByteFits(lead, bytes[length - back + 1]!) ? back : 0;
  }
  return 0;
}

function secondByteFits(lead: number, second: number): boolean {
  if (lead === 0xe0) return second >= 0xa0;
  if (lead === 0xed) return second < 0xa0;
  if (lead === 0xf0) return second >= 0x90;
  if (lead === 0xf4) return second < 0x90;
  return true;
}
