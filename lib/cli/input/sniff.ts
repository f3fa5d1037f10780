/** What an input is, seen from its beginning. */
import type { Json, JsonObject } from '../json.ts';
import { isObject } from '../json.ts';
import { isMessage } from '../shapes/index.ts';
import type { RecordKind } from './block.ts';
import { isSpace } from './splitter.ts';
import { isChunk, isEventLine } from './stream-log.ts';

export type InputName = 'auto' | 'jsonl' | 'json' | 'ids' | 'text';

export interface Format {
  kind: RecordKind;
  /** One record a line, an element, the whole input; `stream`: lines that are chunks of generations. */
  unit: 'line' | 'element' | 'whole' | 'stream';
}

/** Bytes that are looked at: a first line that is longer is taken for JSON Lines. */
const SNIFF_BYTES = 1 << 18;

const JSON_LINES: Format = { kind: 'json', unit: 'line' };
const STREAM: Format = { kind: 'json', unit: 'stream' };
const ELEMENTS: Format = { kind: 'json', unit: 'element' };
const DOCUMENT: Format = { kind: 'json', unit: 'whole' };
const IDS: Format = { kind: 'ids', unit: 'line' };
const TEXT: Format = { kind: 'text', unit: 'whole' };

/** @param head the first bytes (at most {@link SNIFF_BYTES} are used), @param isAll nothing follows them */
export function formatOf(head: Buffer, isAll: boolean, name: InputName, file: string | null): Format {
  if (name === 'text') return TEXT;
  if (name === 'ids') return IDS;
  const start = skipSpace(head, 0);
  const newline = head.indexOf(0x0a, start);
  const end = newline < 0 ? head.length : newline;
  const line = head.toString('utf8', start, end);
  if (name === 'jsonl') return isStream(line) ? STREAM : JSON_LINES;
  if (name === 'json') return head[start] === 0x5b ? arrayFormat(head, start) : DOCUMENT;

  if (line === '' && isAll) return JSON_LINES; // nothing at all: no rows
  const isWholeLine = newline >= 0 || isAll;
  const hasMore = newline >= 0 && skipSpace(head, newline) < head.length;
  switch (head[start]) {
    case 0x7b: // {
      if (isStream(line)) return STREAM;
      if (!isWholeLine || !isOpen(line) || isLinesName(file)) return JSON_LINES;
      return isBrokenLine(line, head[skipSpace(head, newline)]) ? JSON_LINES : DOCUMENT;
    case 0x5b: // [
      if (isLinesName(file)) return JSON_LINES;
      if (isWholeLine && !isOpen(line)) return hasMore || isIdsLine(line) ? JSON_LINES : arrayFormat(head, start);
      return arrayFormat(head, start);
    case 0x22: // "
      return JSON_LINES;
    default:
      if (isEventLine(line)) return STREAM;
      if (isLinesName(file)) return JSON_LINES;
      return line !== '' && isIdsLine(line) ? IDS : TEXT;
  }
}

function skipSpace(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && isSpace(bytes[at])) at++;
  return at;
}

function isLinesName(file: string | null): boolean {
  return file !== null && /\.(?:jsonl|ndjson)(?:\.gz|\.zst)?$/i.test(file);
}

function isIdsLine(line: string): boolean {
  for (let i = 0; i < line.length; i++) {
    const unit = line.charCodeAt(i);
    const isDigit = unit >= 0x30 && unit <= 0x39;
    if (!isDigit && unit !== 0x2c && unit !== 0x2d && unit !== 0x5b && unit !== 0x5d && !isSpace(unit)) return false;
  }
  // A list of lists is an array of generations.
  return line.indexOf('[', 1) < 0;
}

/** True if a bracket is still open at the end: the value goes on. A newline in a string is no JSON: that line is broken. */
function isOpen(line: string): boolean {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < line.length; i++) {
    const unit = line.charCodeAt(i);
    if (inString) {
      if (unit === 0x5c) i++;
      else if (unit === 0x22) inString = false;
    } else if (unit === 0x22) inString = true;
    else if (unit === 0x7b || unit === 0x5b) depth++;
    else if (unit === 0x7d || unit === 0x5d) depth--;
  }
  return depth > 0 && !inString;
}

/** In a document an object follows a bracket, a colon or a comma; else the line before it is a record cut short. */
function isBrokenLine(line: string, next: number | undefined): boolean {
  const last = line.trimEnd().at(-1)!;
  return next === 0x7b && !'[:,'.includes(last);
}

/** True once the beginning of an input can be judged by {@link formatOf}. */
export function isEnough(head: Buffer): boolean {
  if (head.length >= SNIFF_BYTES) return true;
  const start = skipSpace(head, 0);
  const newline = head.indexOf(0x0a, start);
  if (newline < 0) return false;
  // An array, or a value that goes on, is told from lines by what follows its first line. A live input is not kept waiting.
  const needsMore = head[start] === 0x5b || (head[start] === 0x7b && isOpen(head.toString('utf8', start, newline)));
  return !needsMore || skipSpace(head, newline) < head.length;
}

/** A list of numbers or of chat messages is one generation; any other list holds records. */
function arrayFormat(head: Buffer, start: number): Format {
  const at = skipSpace(head, start + 1);
  const first = head[at];
  if (first === 0x2d || (first !== undefined && first >= 0x30 && first <= 0x39)) return DOCUMENT;
  return first === 0x7b && isMessage(firstValue(head, at)) ? DOCUMENT : ELEMENTS;
}

function firstValue(head: Buffer, start: number): Json | undefined {
  let depth = 0;
  let inString = false;
  for (let at = start; at < head.length; at++) {
    const byte = head[at];
    if (inString) {
      if (byte === 0x5c) at++;
      else if (byte === 0x22) inString = false;
    } else if (byte === 0x22) inString = true;
    else if (byte === 0x7b || byte === 0x5b) depth++;
    else if ((byte === 0x7d || byte === 0x5d) && --depth === 0)
      return parseOrNothing(head.toString('utf8', start, at + 1));
  }
  return undefined;
}

function isStream(line: string): boolean {
  const value = parseOrNothing(line);
  return isObject(value) && isChunk(value as JsonObject);
}

function parseOrNothing(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
