/**
 * Exact JSON text to values that keep number spelling, key order and repeated keys.
 * `lossless-json` does the parsing; but it builds plain objects, and those move integer-like keys to the front.
 * So every key gets a running number first (`"a":` becomes `"7:a":`), which is taken off again while the Maps are made.
 */
import { isLosslessNumber, parse } from 'lossless-json';
import { HarmonyError } from '../wire/index.ts';
import { ExactObject, isJsonArray, isJsonObject, MAX_DEPTH } from './json.ts';
import type { JsonValue } from './types.ts';

/** @throws HarmonyError `ERR_HARMONY_INVALID_CONVERSATION` if the text is no JSON by the reference's rules. */
export function parseExactJson(text: string): JsonValue {
  const numbered = numberKeys(text);
  try {
    return exact(parse(numbered));
  } catch (error) {
    if (error instanceof SyntaxError) throw invalid(error.message.replace(/ at position \d+$/, ''));
    throw error;
  }
}

const QUOTE = 0x22;

/** Puts a running number into every key, and refuses nesting that recursion could not bear. */
function numberKeys(text: string): string {
  const parts: string[] = [];
  let copied = 0;
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 0x7b || unit === 0x5b) {
      if (++depth >= MAX_DEPTH) throw invalid('recursion limit exceeded');
    } else if (unit === 0x7d || unit === 0x5d) depth--;
    else if (unit === QUOTE) {
      const end = stringEnd(text, i + 1);
      if (isKey(text, end + 1)) {
        parts.push(text.slice(copied, i + 1), `${parts.length}:`);
        copied = i + 1;
      }
      i = end;
    }
  }
  parts.push(text.slice(copied));
  return parts.join('');
}

/** Index of the quote that ends the string (the text's length if none does). */
function stringEnd(text: string, from: number): number {
  let i = from;
  while (i < text.length && text.charCodeAt(i) !== QUOTE) i += text.charCodeAt(i) === 0x5c ? 2 : 1;
  return i;
}

/** In JSON a string is a key if and only if a colon follows it. */
function isKey(text: string, from: number): boolean {
  let i = from;
  while (' \t\n\r'.includes(text[i] ?? 'x')) i++;
  return text[i] === ':';
}

function exact(value: JsonValue): JsonValue {
  if (typeof value === 'string') return wellFormed(value);
  if (isLosslessNumber(value)) {
    if (!Number.isFinite(Number(value.value))) throw invalid('number out of range');
    return value;
  }
  if (isJsonArray(value)) return value.map(exact);
  if (!isJsonObject(value)) return value;
  const object = new ExactObject();
  for (const [numbered, item] of Object.entries(value)) {
    const key = wellFormed(numbered.slice(numbered.indexOf(':') + 1));
    if (object.has(key)) object.repeated.add(key);
    object.set(key, exact(item));
  }
  return object;
}

function wellFormed(text: string): string {
  if (/\p{Surrogate}/u.test(text)) throw invalid('lone surrogate in a string');
  return text;
}

function invalid(why: string): HarmonyError {
  return new HarmonyError('ERR_HARMONY_INVALID_CONVERSATION', `invalid conversation JSON: ${why}`);
}
