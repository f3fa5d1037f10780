/** Parts of a schema's rendering that the improved style and the dialect share. */
import type { JsonObject } from './json.ts';
import { compactJson, fieldOf, isJsonArray, isJsonObject, stringField } from './json.ts';
import { isIdentifier } from './tool-names.ts';
import type { JsonValue } from './types.ts';

/** Everything TypeScript ends a line at, so that nothing leaves its comment. */
const LINE_END = /\r\n|[\n\r\u2028\u2029]/;

export function linesOf(text: string): string[] {
  return text.split(LINE_END);
}

/** A literal type: compact JSON that stays on its line. */
export function literal(value: JsonValue): string {
  return compactJson(value).replace(/[\u2028\u2029]/g, (unit) => (unit === '\u2028' ? '\\u2028' : '\\u2029'));
}

export function propertyName(key: string): string {
  return isIdentifier(key) ? key : literal(key);
}

/** What the local JSON pointer of a `$ref` points to; `undefined` for anything else. */
export function resolvePointer(root: JsonValue, ref: string): JsonValue {
  if (ref === '#') return root;
  if (!ref.startsWith('#/')) return undefined;
  let value = root;
  for (const part of ref.slice(2).split('/')) {
    const key = decodePart(part).replaceAll('~1', '/').replaceAll('~0', '~');
    if (isJsonArray(value)) value = value[Number(key)];
    else value = isJsonObject(value) ? fieldOf(value, key) : undefined;
  }
  return value;
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Title and a bare mark, description, examples: the reference's comments, a mark on every line. */
export function commentLines(schema: JsonObject): string[] {
  const lines: string[] = [];
  const title = stringField(schema, 'title');
  if (title !== undefined) lines.push(...linesOf(title).map(mark), '//');
  const description = stringField(schema, 'description');
  if (description !== undefined) lines.push(...linesOf(description).map(mark));
  const examples = fieldOf(schema, 'examples');
  if (isJsonArray(examples) && examples.length > 0) {
    lines.push('// Examples:', ...examples.map((example) => `// - ${literal(example)}`));
  }
  return lines;
}

function mark(line: string): string {
  return `// ${line}`;
}

/** `default: …` as JSON, `undefined` if there is none. */
export function defaultNote(schema: JsonObject): string | undefined {
  const value = fieldOf(schema, 'default');
  return value === undefined ? undefined : `default: ${literal(value)}`;
}

export function requiredKeys(schema: JsonObject): ReadonlySet<JsonValue> {
  const required = fieldOf(schema, 'required');
  return new Set(isJsonArray(required) ? required : []);
}
