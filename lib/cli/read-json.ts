/**
 * JSON of a record. Lists of integers are most of a token log's bytes: they are read from the bytes straight into an
 * `Int32Array`, and `JSON.parse` sees the rest.
 */
import { randomBytes } from 'node:crypto';
import { isObject, type Json } from './json.ts';
import { RecordError } from './record-error.ts';

/** Below this size `JSON.parse` alone is as fast. */
const SMALL_RECORD_BYTES = 256;
/** Shorter lists are left to `JSON.parse`. */
const SHORT_LIST = 16;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN = 0x5b;
const CLOSE = 0x5d;
const COMMA = 0x2c;
const MINUS = 0x2d;
const ZERO = 0x30;

/** No record can hold this name: it is drawn anew in every process, and never written. */
const PLACEHOLDER = `ids:${randomBytes(16).toString('hex')}`;

/** @throws RecordError `invalid_json` */
export function readJson(bytes: Buffer): Json {
  if (bytes.length < SMALL_RECORD_BYTES) return parse(bytes.toString('utf8'));
  const lists: Int32Array[] = [];
  const text = liftLists(bytes, lists);
  return lists.length === 0 ? parse(bytes.toString('utf8')) : putBack(parse(text), lists);
}

function parse(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    // V8 quotes the text around the place: at most some 20 characters.
    throw new RecordError('invalid_json', error instanceof Error ? error.message : String(error));
  }
}

function liftLists(bytes: Buffer, lists: Int32Array[]): string {
  let text = '';
  let kept = 0;
  let at = 0;
  while (at < bytes.length) {
    const byte = bytes[at]!;
    if (byte === QUOTE) at = endOfString(bytes, at + 1);
    else if (byte !== OPEN) at++;
    else {
      const list = readList(bytes, skipSpace(bytes, at + 1));
      if (list !== undefined) {
        text += `${bytes.toString('utf8', kept, at)}{"${PLACEHOLDER}":${lists.length}}`;
        lists.push(list);
        kept = listEnd;
      }
      at = listEnd;
    }
  }
  return lists.length === 0 ? '' : text + bytes.toString('utf8', kept);
}

/** Index behind the closing quote of the string whose content begins at `from`. */
function endOfString(bytes: Buffer, from: number): number {
  let at = from;
  // Names are short: a call of indexOf costs more than 32 steps here.
  for (const near = Math.min(from + 32, bytes.length); at < near; at++) {
    const byte = bytes[at]!;
    if (byte === QUOTE) return at + 1;
    if (byte === BACKSLASH) at++;
  }
  for (;;) {
    const quote = bytes.indexOf(QUOTE, at);
    if (quote < 0) return bytes.length;
    let slashes = quote;
    while (slashes > at && bytes[slashes - 1] === BACKSLASH) slashes--;
    at = quote + 1;
    if ((quote - slashes) % 2 === 0) return at;
  }
}

/** Where the last call of {@link readList} stopped: behind the list, or at the byte that is no integer's. */
let listEnd = 0;

/** Lists lie one behind the other in memory taken a mebibyte at a time: one of its own for each is work for the collector. */
const ARENA_IDS = 1 << 18;
let arena: Int32Array = new Int32Array(ARENA_IDS);
let arenaUsed = 0;

/** More digits may not fit 31 bits. */
const MOST_DIGITS = 9;

/** The integers from `from` to the closing bracket; undefined if it is another list, or a short one. */
function readList(bytes: Buffer, from: number): Int32Array | undefined {
  let out = arena;
  let start = arenaUsed;
  let end = start;
  let at = from;
  for (;;) {
    const first = at;
    let value = 0;
    // Behind the last byte this is NaN, which is no digit; as an integer it would be 0, and never end.
    let digit = bytes[at]! - ZERO;
    while (digit >= 0 && digit <= 9) {
      value = (value * 10 + digit) | 0;
      digit = bytes[++at]! - ZERO;
    }
    const digits = at - first;
    // A leading zero is no JSON unless it is the whole number: JSON.parse shall say so.
    if (digits > MOST_DIGITS || digits === 0 || (digits > 1 && bytes[first] === ZERO)) {
      if (bytes[at] !== MINUS || digits > 0) return stopAt(at);
      value = readNegative(bytes, at + 1);
      if (value === 0) return stopAt(at + 1);
      at = numberEnd;
    }
    if (end === out.length) {
      out = nextArena(out.subarray(start, end));
      end -= start;
      start = 0;
    }
    out[end++] = value;
    if (bytes[at] !== COMMA) at = skipSpace(bytes, at);
    if (bytes[at] !== COMMA) break;
    if (bytes[++at]! <= 0x20) at = skipSpace(bytes, at);
  }
  if (bytes[at] !== CLOSE) return stopAt(at);
  listEnd = at + 1;
  if (end - start < SHORT_LIST) return undefined;
  arenaUsed = end;
  return out.subarray(start, end);
}

/** A new arena that begins with what the open list has. */
function nextArena(list: Int32Array): Int32Array {
  arena = new Int32Array(Math.max(ARENA_IDS, list.length * 2));
  arena.set(list);
  arenaUsed = 0;
  return arena;
}

let numberEnd = 0;

/** A number below zero whose digits begin at `from`; 0 if there is none. Only masks (-100) have such. */
function readNegative(bytes: Buffer, from: number): number {
  let at = from;
  let value = 0;
  while (isDigit(bytes[at])) value = value * 10 + bytes[at++]! - ZERO;
  numberEnd = at;
  return bytes[from] === ZERO || at - from > MOST_DIGITS ? 0 : -value;
}

function stopAt(at: number): undefined {
  listEnd = at;
  return undefined;
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}

function putBack(value: Json, lists: readonly Int32Array[]): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) value[i] = putBack(value[i]!, lists);
    return value;
  }
  if (!isObject(value)) return value;
  const index = value[PLACEHOLDER];
  if (typeof index === 'number') return lists[index]!;
  for (const name of Object.keys(value)) {
    const inner = value[name]!;
    if (typeof inner !== 'object' || inner === null) continue;
    const whole = putBack(inner, lists);
    // Not by assignment: that of `__proto__` would set the prototype.
    if (whole !== inner) Object.defineProperty(value, name, { ...FIELD, value: whole });
  }
  return value;
}

const FIELD = { enumerable: true, configurable: true, writable: true };

/** Ids of a line: `1 2 3`, `1,2,3` or `[1, 2, 3]`. @throws RecordError `invalid_ids` */
export function readIds(bytes: Buffer): Int32Array {
  const first = skipSpace(bytes, 0);
  const start = bytes[first] === OPEN ? first + 1 : first;
  const ids: number[] = [];
  let at = start;
  let closed = false;
  while (at < bytes.length) {
    let byte = bytes[at]!;
    if (byte === COMMA || byte === 0x20 || (byte >= 0x09 && byte <= 0x0d)) {
      at++;
      continue;
    }
    if (byte === CLOSE && start > first && skipSpace(bytes, at + 1) === bytes.length) {
      closed = true;
      break;
    }
    const negative = byte === MINUS;
    if (negative) byte = bytes[++at]!;
    if (!isDigit(byte)) throw notIds(bytes, at);
    let value = 0;
    for (; byte >= 0x30 && byte <= 0x39; byte = bytes[++at]!) value = value * 10 + byte - 0x30;
    if (byte === MINUS || (byte !== undefined && !isSeparator(byte))) throw notIds(bytes, at);
    // No vocabulary reaches 2^31: every larger number is the same unknown token.
    ids.push(value > 0x7fffffff ? -1 : negative ? -value : value);
  }
  if (start > first && !closed) throw new RecordError('invalid_ids', 'the list of ids is not closed');
  return new Int32Array(ids);
}

function isSeparator(byte: number): boolean {
  return byte === COMMA || byte === CLOSE || byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
}

function skipSpace(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && (bytes[at] === 0x20 || (bytes[at]! >= 0x09 && bytes[at]! <= 0x0d))) at++;
  return at;
}

function notIds(bytes: Buffer, at: number): RecordError {
  const near = bytes.toString('utf8', at, Math.min(bytes.length, at + 12));
  return new RecordError('invalid_ids', `not a token id at byte ${at}: ${JSON.stringify(near)}`);
}
