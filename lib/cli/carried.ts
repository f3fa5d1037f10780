/** What a row takes over from its record: its id, and the fields of `--pass`. */
import { hasRounded, readExact } from './exact.ts';
import { fieldOf, isObject, type Json, type JsonObject, plain } from './json.ts';
import { type Path, parsePath, placesOf } from './path.ts';
import { ID_NAMES } from './shapes/index.ts';

export interface Carried {
  id: string | number | null;
  pass: JsonObject | undefined;
}

/** A field as it was named, and the path that is. */
export type PassedField = readonly [name: string, path: Path];

/** @param names paths that were checked before */
export function passedFields(names: readonly string[]): PassedField[] {
  return names.map((name) => [name, parsePath(name)!]);
}

export function carried(value: Json, record: Buffer, pass: readonly PassedField[]): Carried {
  const of = (whole: Json): Carried => ({
    id: idOf(whole),
    pass: pass.length === 0 ? undefined : valuesOf(whole, pass),
  });
  const own = of(value);
  if (!hasRounded(own.id) && (own.pass === undefined || !hasRounded(own.pass))) return own;
  const exact = readExact(record);
  return exact === undefined ? own : of(exact);
}

function idOf(value: Json): string | number | null {
  if (!isObject(value)) return null;
  for (const name of ID_NAMES) {
    const id = fieldOf(value, name);
    if (typeof id === 'string' || typeof id === 'number') return id;
  }
  return null;
}

/** A field that is not there is null: every row has the same keys. A path with `[*]` gives a list. */
function valuesOf(value: Json, pass: readonly PassedField[]): JsonObject {
  const fields = Object.create(null) as JsonObject;
  for (const [name, path] of pass) {
    const values = placesOf(value, path).map((place) => plain(place.value));
    fields[name] = path.some((step) => step.every) ? values : (values[0] ?? null);
  }
  return fields;
}
