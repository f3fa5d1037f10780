/**
 * JSON Schema to TypeScript, byte for byte as openai-harmony 0.0.8 writes it, oddities included:
 * a model was trained on this text. What the reference loses is kept by `improved/schema.ts`.
 */
import { HarmonyError } from '../../wire/index.ts';
import type { JsonObject } from '../json.ts';
import { compactJson, fieldOf, fieldsOf, isJsonArray, isJsonObject, MAX_DEPTH, stringField } from '../json.ts';
import type { JsonValue } from '../types.ts';

/** The type of a schema. `indent` stands before the lines of a nested object or union. */
export function officialType(schema: JsonValue, indent = '', depth = 0): string {
  if (depth > MAX_DEPTH) throw tooDeep();
  if (!isJsonObject(schema)) return 'any';
  const variants = fieldOf(schema, 'oneOf');
  if (isJsonArray(variants)) return variants.map((variant) => `\n${variantLine(variant, indent, depth)}`).join('');
  const type = fieldOf(schema, 'type');
  if (isJsonArray(type)) return typeList(type);
  switch (type) {
    case 'object':
      return objectType(schema, indent, depth);
    case 'string':
      return stringType(schema);
    case 'number':
    case 'integer':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'array': {
      const items = fieldOf(schema, 'items');
      return items === undefined ? 'Array<any>' : `${officialType(items, indent, depth + 1)}[]`;
    }
    default:
      return 'any';
  }
}

/** A variant outside of a property: the string default of an enum is JSON here, and bare in a property. */
function variantLine(variant: JsonValue, indent: string, depth: number): string {
  const comments = [];
  if (isJsonObject(variant)) {
    const description = stringField(variant, 'description');
    if (description !== undefined) comments.push(description);
    const value = fieldOf(variant, 'default');
    if (value !== undefined) comments.push(`default: ${hasEnum(variant) ? compactJson(value) : plainDefault(value)}`);
  }
  return variantText(variant, comments, indent, depth);
}

function variantText(variant: JsonValue, comments: readonly string[], indent: string, depth: number): string {
  const type = officialType(variant, `${indent}   `, depth + 1);
  const comment = comments.length > 0 ? ` // ${comments.join(' ')}` : '';
  return `${indent} | ${type}${nullSuffix(variant, type)}${comment}`;
}

/** The reference looks for the letters "null" anywhere, `annulled` included. */
function nullSuffix(schema: JsonValue, type: string): string {
  return isJsonObject(schema) && fieldOf(schema, 'nullable') === true && !type.includes('null') ? ' | null' : '';
}

function typeList(types: readonly JsonValue[]): string {
  const words = types.filter((word) => typeof word === 'string').map((word) => (word === 'integer' ? 'number' : word));
  return words.length > 0 ? words.join(' | ') : 'any';
}

function stringType(schema: JsonObject): string {
  const values = fieldOf(schema, 'enum');
  const words = isJsonArray(values) ? values.filter((value) => typeof value === 'string') : [];
  return words.length > 0 ? words.map((word) => `"${word}"`).join(' | ') : 'string';
}

function objectType(schema: JsonObject, indent: string, depth: number): string {
  const description = stringField(schema, 'description');
  const comment = description === undefined ? '' : `${indent}// ${description}\n`;
  const properties = fieldOf(schema, 'properties');
  const required = requiredNames(schema);
  const lines = isJsonObject(properties)
    ? fieldsOf(properties).map(([key, value]) => property(key, value, required.has(key), indent, depth))
    : [];
  return `${comment}{\n${lines.join('')}${indent}}`;
}

function requiredNames(schema: JsonObject): Set<JsonValue> {
  const required = fieldOf(schema, 'required');
  return new Set(isJsonArray(required) ? required : []);
}

function property(key: string, schema: JsonValue, required: boolean, indent: string, depth: number): string {
  const name = required ? key : `${key}?`;
  if (!isJsonObject(schema)) return `${indent}${name}: any,\n`;
  const above = comments(schema, indent);
  const union = fieldOf(schema, 'oneOf');
  if (isJsonArray(union)) return above + unionProperty(name, schema, union, indent, depth);
  const type = officialType(schema, `${indent}    `, depth + 1);
  const value = union === undefined ? defaultText(schema) : undefined;
  const suffix = value === undefined ? '' : ` // default: ${value}`;
  return `${above}${indent}${name}: ${type}${nullSuffix(schema, type)},${suffix}\n`;
}

/** Title, description and examples above a property. */
function comments(schema: JsonObject, indent: string): string {
  let text = '';
  const title = stringField(schema, 'title');
  if (title !== undefined) text += `${indent}// ${title}\n${indent}//\n`;
  const description = stringField(schema, 'description');
  if (description !== undefined && fieldOf(schema, 'oneOf') === undefined) text += `${indent}// ${description}\n`;
  const examples = fieldOf(schema, 'examples');
  if (isJsonArray(examples) && examples.length > 0) {
    text += `${indent}// Examples:\n`;
    for (const example of examples) if (typeof example === 'string') text += `${indent}// - "${example}"\n`;
  }
  return text;
}

function unionProperty(
  name: string,
  schema: JsonObject,
  variants: readonly JsonValue[],
  indent: string,
  depth: number,
): string {
  const description = stringField(schema, 'description');
  const [first] = variants;
  const firstDescription = isJsonObject(first) ? stringField(first, 'description') : undefined;
  const shownAbove = description !== undefined && firstDescription !== description;
  let text = shownAbove ? `${indent}// ${description}\n` : '';
  const value = defaultText(schema);
  if (value !== undefined) text += `${indent}// default: ${value}\n`;
  text += `${indent}${name}:\n`;
  variants.forEach((variant, index) => {
    const notes = variantComments(variant, index === 0 && shownAbove ? undefined : { not: description });
    text += `${variantText(variant, notes, indent, depth)}\n`;
  });
  return `${text}${indent},\n`;
}

/** `show` is absent where the description must not be shown at all. */
function variantComments(variant: JsonValue, show: { not: string | undefined } | undefined): string[] {
  if (!isJsonObject(variant)) return [];
  const notes = [];
  const description = stringField(variant, 'description');
  if (description !== undefined && show !== undefined && description !== show.not) notes.push(description);
  const value = defaultText(variant);
  if (value !== undefined) notes.push(`default: ${value}`);
  return notes;
}

/** Of an enum a string is bare. */
function defaultText(schema: JsonObject): string | undefined {
  const value = fieldOf(schema, 'default');
  if (value === undefined) return undefined;
  return typeof value === 'string' && hasEnum(schema) ? value : plainDefault(value);
}

/** A string is quoted, but not escaped. */
function plainDefault(value: JsonValue): string {
  return typeof value === 'string' ? `"${value}"` : compactJson(value);
}

function hasEnum(schema: JsonObject): boolean {
  const values = fieldOf(schema, 'enum');
  return isJsonArray(values) && values.length > 0;
}

export function tooDeep(): HarmonyError {
  return new HarmonyError('ERR_HARMONY_SCHEMA_TOO_LARGE', `a schema is nested beyond ${MAX_DEPTH} levels`);
}
