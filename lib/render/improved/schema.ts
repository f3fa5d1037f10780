/**
 * JSON Schema to TypeScript in the reference's layout, with what the reference loses: references, unions of any kind,
 * constants, enums of any type, maps, tuples, parentheses, a comment mark on every line.
 */
import { HarmonyError } from '../../wire/index.ts';
import type { JsonObject } from '../json.ts';
import { fieldOf, fieldsOf, isJsonArray, isJsonObject, MAX_DEPTH, stringField } from '../json.ts';
import { tooDeep } from '../official/schema.ts';
import {
  commentLines,
  defaultNote,
  linesOf,
  literal,
  propertyName,
  requiredKeys,
  resolvePointer,
} from '../schema-words.ts';
import type { JsonValue } from '../types.ts';
import type { Shape } from './shape.ts';
import { ANY, element, intersection, isAny, NEVER, single, textOf, union } from './shape.ts';

/** Inlined references can grow without bound (each definition naming the next one twice): this stops them. */
const MAX_TEXT = 2 ** 20;

const STEP = '    ';

/**
 * The type of a schema; the schema is the root of its local references, and a recursive one ends in `any`.
 *
 * @throws HarmonyError `ERR_HARMONY_SCHEMA_TOO_LARGE` beyond 128 levels or a million units of text.
 */
export function improvedType(schema: JsonValue): string {
  return textOf(new Typer(schema).shape(schema, '', 0));
}

class Typer {
  readonly #root: JsonValue;
  /** References that are being inlined. */
  readonly #open = new Set<string>();
  #written = 0;

  constructor(root: JsonValue) {
    this.#root = root;
  }

  shape(schema: JsonValue, indent: string, depth: number): Shape {
    if (depth > MAX_DEPTH) throw tooDeep();
    this.#count(16);
    if (schema === false) return NEVER;
    if (!isJsonObject(schema)) return ANY;
    const found = this.#typeOf(schema, indent, depth);
    return fieldOf(schema, 'nullable') === true && !isAny(found) ? union([found, single('null')]) : found;
  }

  #typeOf(schema: JsonObject, indent: string, depth: number): Shape {
    const values = fieldOf(schema, 'enum');
    if (isJsonArray(values)) return union(values.length > 0 ? values.map((value) => this.#literal(value)) : [NEVER]);
    const value = fieldOf(schema, 'const');
    if (value !== undefined) return this.#literal(value);
    const parts: Shape[] = [this.#reference(schema, indent, depth)];
    const all = fieldOf(schema, 'allOf');
    if (isJsonArray(all)) parts.push(...all.map((part) => this.shape(part, indent, depth + 1)));
    const variants = variantsOf(schema);
    const choice = variants === undefined ? ANY : this.#union(variants, indent, depth);
    const base = this.#base(schema, indent, depth);
    // A union refines a plain sibling type, but only adds to the fields of an object.
    return intersection([...parts, choice, isAny(choice) || hasFields(schema) ? base : ANY]);
  }

  #literal(value: JsonValue): Shape {
    const text = literal(value);
    this.#count(text.length);
    return single(text);
  }

  #reference(schema: JsonObject, indent: string, depth: number): Shape {
    const ref = stringField(schema, '$ref');
    if (ref === undefined || this.#open.has(ref)) return ANY;
    this.#open.add(ref);
    const shape = this.shape(resolvePointer(this.#root, ref), indent, depth + 1);
    this.#open.delete(ref);
    return shape;
  }

  #union(variants: readonly JsonValue[], indent: string, depth: number): Shape {
    const notes = variants.map(variantNotes);
    if (notes.every((note) => note === '')) {
      return union(variants.map((variant) => this.shape(variant, indent, depth + 1)));
    }
    const lines = variants.map((variant, i) => this.#variantLine(variant, notes[i] ?? '', indent, depth));
    return { members: [`(\n${lines.join('\n')}\n${indent})`], intersection: false };
  }

  #variantLine(variant: JsonValue, note: string, indent: string, depth: number): string {
    this.#count(note.length);
    const type = textOf(this.shape(variant, `${indent}   `, depth + 1));
    return `${indent} | ${type}${note === '' ? '' : ` // ${note}`}`;
  }

  #base(schema: JsonObject, indent: string, depth: number): Shape {
    const type = fieldOf(schema, 'type') ?? inferredType(schema);
    if (isJsonArray(type))
      return type.length === 0 ? ANY : union(type.map((word) => this.#word(word, schema, indent, depth)));
    return this.#word(type, schema, indent, depth);
  }

  #word(type: JsonValue, schema: JsonObject, indent: string, depth: number): Shape {
    switch (type) {
      case 'object':
        return single(this.#object(schema, indent, depth));
      case 'array':
        return single(this.#array(schema, indent, depth));
      case 'integer':
      case 'number':
        return single('number');
      case 'string':
      case 'boolean':
      case 'null':
        return single(type);
      default:
        return ANY;
    }
  }

  #array(schema: JsonObject, indent: string, depth: number): string {
    const items = fieldOf(schema, 'items');
    const tuple = fieldOf(schema, 'prefixItems') ?? (isJsonArray(items) ? items : undefined);
    if (isJsonArray(tuple)) {
      const texts = tuple.map((item) => textOf(this.shape(item, indent, depth + 1)));
      if (isJsonObject(items)) texts.push(`...${element(this.shape(items, indent, depth + 1))}[]`);
      return `[${texts.join(', ')}]`;
    }
    return items === undefined ? 'Array<any>' : `${element(this.shape(items, indent, depth + 1))}[]`;
  }

  #object(schema: JsonObject, indent: string, depth: number): string {
    const properties = fieldOf(schema, 'properties');
    const fields = isJsonObject(properties) ? fieldsOf(properties) : [];
    const rest = this.#mapValue(schema, indent, depth);
    if (fields.length === 0 && rest !== undefined) return `Record<string, ${textOf(rest)}>`;
    const required = requiredKeys(schema);
    const lines = fields.map(([key, value]) => this.#property(key, value, required.has(key), indent, depth));
    if (rest !== undefined && !isAny(rest)) lines.push(`${indent}[key: string]: ${textOf(rest)},\n`);
    return `{\n${lines.join('')}${indent}}`;
  }

  /** The type of the values under keys that are not named. */
  #mapValue(schema: JsonObject, indent: string, depth: number): Shape | undefined {
    const patterns = fieldOf(schema, 'patternProperties');
    const values = isJsonObject(patterns) ? fieldsOf(patterns).map(([, value]) => value) : [];
    const additional = fieldOf(schema, 'additionalProperties');
    if (additional === true || isJsonObject(additional)) values.push(additional);
    return values.length === 0 ? undefined : union(values.map((value) => this.shape(value, indent + STEP, depth + 1)));
  }

  #property(key: string, schema: JsonValue, required: boolean, indent: string, depth: number): string {
    const name = `${propertyName(key)}${required ? '' : '?'}`;
    if (!isJsonObject(schema)) return `${indent}${name}: ${textOf(this.shape(schema, indent + STEP, depth + 1))},\n`;
    const above = commentLines(this.#described(schema))
      .map((line) => `${indent}${line}\n`)
      .join('');
    const note = defaultNote(schema);
    this.#count(name.length + above.length + (note?.length ?? 0));
    const variants = variantsOf(schema);
    if (variants !== undefined && isListed(schema, variants)) {
      const lines = variants.map((variant) => `${this.#variantLine(variant, variantNotes(variant), indent, depth)}\n`);
      if (fieldOf(schema, 'nullable') === true) lines.push(`${indent} | null\n`);
      const shown = note === undefined ? '' : `${indent}// ${note}\n`;
      return `${above}${shown}${indent}${name}:\n${lines.join('')}${indent},\n`;
    }
    const type = textOf(this.shape(schema, indent + STEP, depth + 1));
    return `${above}${indent}${name}: ${type},${note === undefined ? '' : ` // ${note}`}\n`;
  }

  /** A property that only refers to a definition shows the definition's description. */
  #described(schema: JsonObject): JsonObject {
    const ref = stringField(schema, '$ref');
    if (ref === undefined || fieldOf(schema, 'description') !== undefined) return schema;
    const target = resolvePointer(this.#root, ref);
    const description = isJsonObject(target) ? fieldOf(target, 'description') : undefined;
    return description === undefined ? schema : new Map([...fieldsOf(schema), ['description', description]]);
  }

  #count(units: number): void {
    this.#written += units;
    if (this.#written > MAX_TEXT) {
      throw new HarmonyError('ERR_HARMONY_SCHEMA_TOO_LARGE', `a schema grows beyond ${MAX_TEXT} units of text`);
    }
  }
}

function variantsOf(schema: JsonObject): readonly JsonValue[] | undefined {
  for (const key of ['oneOf', 'anyOf']) {
    const variants = fieldOf(schema, key);
    if (isJsonArray(variants) && variants.length > 0) return variants;
  }
  return undefined;
}

/** The reference lists the variants of `oneOf`, one a line; here also those of `anyOf` that have something to say. */
function isListed(schema: JsonObject, variants: readonly JsonValue[]): boolean {
  const alone = ['enum', 'const', '$ref', 'allOf'].every((key) => fieldOf(schema, key) === undefined);
  if (!alone || hasFields(schema) || variants.some(saysNothing)) return false;
  return isJsonArray(fieldOf(schema, 'oneOf')) || variants.some((variant) => variantNotes(variant) !== '');
}

const TYPE_KEYS = ['type', 'enum', 'const', '$ref', 'allOf', 'oneOf', 'anyOf', 'properties', 'items', 'prefixItems'];

/** A variant of constraints alone (`{ required: ['a'] }`) has no type of its own. */
function saysNothing(variant: JsonValue): boolean {
  return isJsonObject(variant) && TYPE_KEYS.every((key) => fieldOf(variant, key) === undefined);
}

function variantNotes(variant: JsonValue): string {
  if (!isJsonObject(variant)) return '';
  const description = stringField(variant, 'description');
  const notes = [description === undefined ? '' : linesOf(description).join(' '), defaultNote(variant) ?? ''];
  return notes.filter((note) => note !== '').join(' ');
}

function hasFields(schema: JsonObject): boolean {
  return isJsonObject(fieldOf(schema, 'properties'));
}

function inferredType(schema: JsonObject): string | undefined {
  if (['properties', 'additionalProperties', 'patternProperties'].some((key) => isJsonObject(fieldOf(schema, key)))) {
    return 'object';
  }
  return fieldOf(schema, 'items') !== undefined || fieldOf(schema, 'prefixItems') !== undefined ? 'array' : undefined;
}
