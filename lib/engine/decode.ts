/**
 * Content bytes to strings. ASCII goes through `latin1Slice` (4 KB: 175 ns, TextDecoder 335). V8 decodes UTF-8 that is
 * not ASCII slowly (4 KB of CJK: 10,900 ns), so UTF-16 is made here first (2,500 ns). Without Buffer: TextDecoder.
 */

// `latin1Slice` and `ucs2Slice` are what `toString(encoding, …)` calls; the types of Node do not list them.
interface SlicingBuffer {
  latin1Slice(from: number, until: number): string;
  ucs2Slice(from: number, until: number): string;
}

const lenient = new TextDecoder('utf-8', { ignoreBOM: true });
const hasBuffer = typeof Buffer === 'function' && 'latin1Slice' in Buffer.prototype;

/** Makes the strings of one batch. */
export type ContentDecoder = (from: number, until: number, ascii: boolean) => string;

export function contentDecoder(bytes: Uint8Array): ContentDecoder {
  if (!hasBuffer) return (from, until) => lenient.decode(bytes.subarray(from, until));
  const slices = slicing(bytes);
  return (from, until, ascii) => {
    if (from === until) return '';
    return ascii ? slices.latin1Slice(from, until) : decodeUtf8(bytes, from, until);
  };
}

/** Makes a string of UTF-8; undefined if it cannot. */
export type NativeDecoder = (bytes: Uint8Array, from: number, until: number) => string | undefined;

// From here on the call into the add-on pays.
const NATIVE_FROM = 96;
let native: NativeDecoder | undefined;

/** Called by the native engine when it is loaded. */
export function setNativeDecoder(decoder: NativeDecoder): void {
  native = decoder;
}

/** WHATWG decoding of `bytes[from, until)`; U+FEFF is kept. */
export function decodeUtf8(bytes: Uint8Array, from: number, until: number): string {
  const length = until - from;
  if (native !== undefined && length >= NATIVE_FROM) {
    const text = native(bytes, from, until);
    if (text !== undefined) return text;
  }
  if (!hasBuffer || length > LARGEST) return lenient.decode(bytes.subarray(from, until));
  const units = room(length);
  const count = toUtf16(bytes, from, until, units.numbers);
  return count < 0 ? lenient.decode(bytes.subarray(from, until)) : units.slices.ucs2Slice(0, count * 2);
}

// Beyond it the scratch memory would not be worth the time.
const LARGEST = 1 << 22;
let scratch: { numbers: Uint16Array; slices: SlicingBuffer } | undefined;

function room(length: number): { numbers: Uint16Array; slices: SlicingBuffer } {
  if (scratch === undefined || scratch.numbers.length < length) {
    const numbers = new Uint16Array(Math.max(4096, length * 2));
    scratch = { numbers, slices: slicing(numbers) };
  }
  return scratch;
}

function slicing(array: Uint8Array | Uint16Array): SlicingBuffer {
  return Buffer.from(array.buffer, array.byteOffset, array.byteLength) as unknown as SlicingBuffer;
}

// Units written, or -1 at bytes that are no UTF-8 (TextDecoder replaces them then).
function toUtf16(bytes: Uint8Array, from: number, until: number, units: Uint16Array): number {
  let count = 0;
  for (let i = from; i < until; ) {
    const byte = bytes[i]!;
    if (byte < 0x80) {
      units[count++] = byte;
      i++;
      continue;
    }
    const second = i + 1 < until ? bytes[i + 1]! ^ 0x80 : 0xff;
    if (second > 0x3f) return -1;
    if (byte < 0xe0) {
      if (byte < 0xc2) return -1;
      units[count++] = ((byte & 0x1f) << 6) | second;
      i += 2;
      continue;
    }
    const third = i + 2 < until ? bytes[i + 2]! ^ 0x80 : 0xff;
    if (third > 0x3f) return -1;
    if (byte < 0xf0) {
      const unit = ((byte & 0x0f) << 12) | (second << 6) | third;
      if (unit < 0x800 || (unit >= 0xd800 && unit < 0xe000)) return -1;
      units[count++] = unit;
      i += 3;
      continue;
    }
    const fourth = i + 3 < until ? bytes[i + 3]! ^ 0x80 : 0xff;
    const point = ((byte & 0x07) << 18) | (second << 12) | (third << 6) | fourth;
    if (fourth > 0x3f || byte > 0xf4 || point < 0x10000 || point > 0x10ffff) return -1;
    units[count++] = 0xd7c0 + (point >> 10);
    units[count++] = 0xdc00 + (point & 0x3ff);
    i += 4;
  }
  return count;
}
