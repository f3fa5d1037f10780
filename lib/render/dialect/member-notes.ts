/** What the default mode tells of a member beside its type. */
import type { JsonObject } from '../json.ts';
import { fieldOf, fieldsOf, isJsonArray, stringField } from '../json.ts';
import { linesOf, literal } from '../schema-words.ts';

const CONSTRAINTS = new Set([
  'format',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
]);

/** Lines above a member. `trailing`: default and constraints are told behind it instead. */
export function memberNotes(schema: JsonObject, trailing: boolean): string[] {
  const lines: string[] = [];
  const title = stringField(schema, 'title');
  if (title !== undefined) lines.push(...linesOf(title), '');
  const description = stringField(schema, 'description');
  if (description !== undefined && description !== '') lines.push(...linesOf(description));
  const examples = fieldOf(schema, 'examples');
  if (isJsonArray(examples) && examples.length > 0) {
    lines.push('Examples:', ...examples.map((example) => `- ${literal(example)}`));
  }
  if (!trailing) lines.push(...valueNotes(schema));
  // A title alone needs no line after it.
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

/** Default and constraints, in the schema's order, on one line. */
export function trailingNotes(schema: JsonObject): string {
  return valueNotes(schema).join(', ');
}

function valueNotes(schema: JsonObject): string[] {
  const fallback = fieldOf(schema, 'default');
  const constraints = fieldsOf(schema).filter(([key]) => CONSTRAINTS.has(key));
  const notes = constraints.map(([key, value]) => `${key}: ${literal(value)}`);
  return fallback === undefined ? notes : [`default: ${literal(fallback)}`, ...notes];
}
