/** One view on JSON values, whether they are plain objects, Maps or exact JSON text. */
import { isLosslessNumber } from 'lossless-json';
import { HarmonyError } from '../wire/index.ts';
import type { JsonValue } from './types.ts';

/** serde_json refuses deeper JSON; here it also bounds recursion over objects that contain themselves. */
export const MAX_DEPTH = 128;

/** An object of exact JSON text: key order as written, last value of a repeated key at its first place. */
export class ExactObject extends Map<string, JsonValue> {
  /** Keys that stood more than once. */
  readonly repeated: Set<string> = new Set();
}

export type JsonObject = ReadonlyMap<string, JsonValue> | Readonly<Record<string, JsonValue>>;

export function isJsonObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value);
}

export function isJsonArray(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** The value of an own key, `undefined` if there is none: never something inherited. */
export function fieldOf(object: JsonObject, key: string): JsonValue {
  if (object instanceof Map) return object.get(key);
  return Object.hasOwn(object, key) ? (object as Record<string, JsonValue>)[key] : undefined;
}

/** The fields in order, without those that are `undefined`, as in JSON.stringify. */
export function fieldsOf(object: JsonObject): [string, JsonValue][] {
  const all = object instanceof Map ? [...object] : Object.entries(object);
  return all.filter(([, value]) => value !== undefined);
}

export function stringField(object: JsonObject, key: string): string | undefined {
  const value = fieldOf(object, key);
  return typeof value === 'string' ? value : undefined;
}

/** Compact JSON as serde_json writes it. @throws HarmonyError `ERR_HARMONY_INVALID_CONVERSATION` if it is no JSON. */
export function compactJson(value: JsonValue, depth = 0): string {
  if (depth > MAX_DEPTH) throw notJson(`nesting beyond ${MAX_DEPTH} levels`);
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return quote(value);
  const number = numberText(value);
  if (number !== undefined) return number;
  if (isJsonArray(value)) return `[${value.map((item) => compactJson(item ?? null, depth + 1)).join(',')}]`;
  if (isJsonObject(value)) {
    const fields = fieldsOf(value).map(([key, item]) => `${quote(key)}:${compactJson(item, depth + 1)}`);
    return `{${fields.join(',')}}`;
  }
  throw notJson(`a ${typeof value}`);
}

/** The spelling serde_json gives a number; `undefined` if the value is none. */
function numberText(value: JsonValue): string | undefined {
  if (isLosslessNumber(value)) return normaliseNumber(value.value);
  if (typeof value === 'bigint') return normaliseNumber(String(value));
  if (typeof value !== 'number') return undefined;
  if (!Number.isFinite(value)) throw notJson(String(value));
  return normaliseNumber(Object.is(value, -0) ? '0' : String(value));
}

const I64_MIN = -(2n ** 63n);
const U64_END = 2n ** 64n;

/** Integers that fit i64 or u64 stay as written; all else is the shortest double, `.0` where it is whole and below 1e16. */
function normaliseNumber(text: string): string {
  if (/^-?\d+$/.test(text) && text !== '-0' && text.length <= 20) {
    const integer = BigInt(text);
    if (integer >= I64_MIN && integer < U64_END) return text;
  }
  return doubleText(Number(text));
}

/** Decimal notation for exponents -5 to 15, as Rust's ryu prints; JavaScript's own limits are -7 and 21. */
function doubleText(value: number): string {
  const [mantissa, exponentText] = Math.abs(value).toExponential().split('e') as [string, string];
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  const digits = mantissa.replace('.', '');
  const exponent = Number(exponentText);
  if (exponent < -5 || exponent > 15) {
    return `${sign}${mantissa}e${exponent}`;
  }
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0');
  return `${sign}${whole}.${digits.slice(exponent + 1) || '0'}`;
}

const SHORT: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\f': '\\f',
  '\r': '\\r',
};

/** A JSON string: only `"`, `\` and C0 controls are escaped. (JSON.stringify would escape lone surrogates as well.) */
export function quote(text: string): string {
  return `"${text.replace(/["\\\u0000-\u001f]/g, (unit) => SHORT[unit] ?? `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)}"`;
}

function notJson(what: string): HarmonyError {
  return new HarmonyError('ERR_HARMONY_INVALID_CONVERSATION', `invalid conversation JSON: ${what} is no JSON value`);
}
