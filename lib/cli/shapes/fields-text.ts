/** What a record holds, where no generation was found: a field with a known name may hold another type. */
import { isIds, isObject, type Json } from '../json.ts';

/** Most fields that a message names, and units of a name. */
const SHOWN_FIELDS = 8;
const SHOWN_UNITS = 40;

/** The fields of a record and their types, in parentheses; empty if it is no object. */
export function fieldsText(record: Json): string {
  if (!isObject(record)) return '';
  const names = Object.keys(record);
  if (names.length === 0) return ' (the record is empty)';
  const shown = names
    .slice(0, SHOWN_FIELDS)
    .map((name) => `${JSON.stringify(name.slice(0, SHOWN_UNITS))}: ${typeText(record[name]!)}`);
  return ` (${shown.join(', ')}${names.length > SHOWN_FIELDS ? ', ...' : ''})`;
}

function typeText(value: Json): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (!Array.isArray(value)) return isIds(value) ? 'ids' : typeof value;
  if (value.length === 0) return 'empty list';
  const types = [...new Set(value.slice(0, 1000).map((item) => (item === null ? 'null' : typeof item)))].sort();
  const isFraction = types[0] === 'number' && types.length === 1 && value.some((item) => !Number.isInteger(item));
  return `list of ${isFraction ? 'numbers that are no integers' : types.map((type) => `${type}s`).join(' and ')}`;
}
