/** JSON values of records. Lists of integers may be `Int32Array`: see `read-json.ts`. */

export type Ids = Int32Array | readonly number[];
export type Json = null | boolean | number | string | Int32Array | Json[] | JsonObject;
export interface JsonObject {
  [name: string]: Json;
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Int32Array);
}

/** Own fields only: records are untrusted, `constructor` is no field of theirs. */
export function fieldOf(object: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

export function textOf(object: JsonObject, name: string): string | undefined {
  const value = fieldOf(object, name);
  return typeof value === 'string' ? value : undefined;
}

export function objectOf(object: JsonObject, name: string): JsonObject | undefined {
  const value = fieldOf(object, name);
  return isObject(value) ? value : undefined;
}

export function listOf(object: JsonObject, name: string): Json[] | undefined {
  const value = fieldOf(object, name);
  return Array.isArray(value) ? value : undefined;
}

/** A list of integers that is not empty. An empty list has no type: it is no generation where text is at hand. */
export function isIds(value: Json | undefined): value is Ids & Json {
  if (value instanceof Int32Array) return value.length > 0;
  return Array.isArray(value) && value.length > 0 && value.every((item) => Number.isInteger(item));
}

/** `JSON.stringify` of a value that may hold `Int32Array`s (which alone would come out as objects). */
export function plain(value: Json): Json {
  if (value instanceof Int32Array) return Array.from(value);
  if (Array.isArray(value)) return value.map(plain);
  if (!isObject(value)) return value;
  const copy = Object.create(null) as JsonObject;
  for (const name of Object.keys(value)) copy[name] = plain(value[name]!);
  return copy;
}
