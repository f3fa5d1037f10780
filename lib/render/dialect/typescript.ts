/** JSON Schema to TypeScript as the dialect does it: one member a line, no indent, unions on one line. */
import { HarmonyError } from '../../wire/index.ts';
import type { JsonObject } from '../json.ts';
import { fieldOf, fieldsOf, isJsonArray, isJsonObject, MAX_DEPTH, stringField } from '../json.ts';
import { tooDeep } from '../official/schema.ts';
import { linesOf, literal, propertyName, requiredKeys, resolvePointer } from '../schema-words.ts';
import type { JsonValue } from '../types.ts';
import { memberNotes, trailingNotes } from './member-notes.ts';
import { checkDialectOptions } from './options.ts';
import type { DialectOptions } from './types.ts';

export interface TypeScriptOptions extends DialectOptions {
  /** `harmony`: line comments, commas, no indent. `default`: JSDoc, semicolons, two spaces. Default `default`. */
  style?: 'harmony' | 'default';
  /** Default true. */
  comments?: boolean;
  /** What a level is indented by. Default: the style's. */
  indent?: string;
}

/** Inlined references can grow without bound. */
const MAX_TEXT = 2 ** 20;
/** A longer element type is written `Array<T>`. */
const LONGEST_ELEMENT = 40;

/**
 * The TypeScript type of a JSON Schema. Local references are inlined, recursive or foreign ones become their last word.
 * Under `compat: 'omp'` only descriptions are shown; else title, examples, default and constraints too.
 *
 * @throws HarmonyError `ERR_HARMONY_SCHEMA_TOO_LARGE` beyond 128 levels or a million units of text.
 * @throws TypeError for wrong options.
 */
export function jsonSchemaToTypeScript(schema: JsonValue, options: TypeScriptOptions = {}): string {
  checkDialectOptions(options, 'jsonSchemaToTypeScript', ['style', 'comments', 'indent']);
  return new Converter(schema, options).type(schema, '', 0);
}

class Converter {
  readonly #root: JsonValue;
  readonly #harmony: boolean;
  readonly #omp: boolean;
  readonly #comments: boolean;
  readonly #step: string;
  readonly #open = new Set<string>();
  #written = 0;

  constructor(root: JsonValue, options: TypeScriptOptions) {
    this.#root = root;
    this.#harmony = options.style === 'harmony';
    this.#omp = options.compat === 'omp';
    this.#comments = options.comments ?? true;
    this.#step = options.indent ?? (this.#harmony ? '' : '  ');
  }

  type(schema: JsonValue, indent: string, depth: number): string {
    if (depth > MAX_DEPTH) throw tooDeep();
    this.#count(16);
    if (schema === false) return 'never';
    if (!isJsonObject(schema)) return 'unknown';
    const type = this.#known(schema, indent, depth);
    const nullable = !this.#omp && fieldOf(schema, 'nullable') === true;
    return nullable && type !== 'unknown' ? union([type, 'null']) : type;
  }

  #known(schema: JsonObject, indent: string, depth: number): string {
    const ref = stringField(schema, '$ref');
    if (ref !== undefined) return this.#reference(ref, indent, depth);
    const value = fieldOf(schema, 'const');
    if (value !== undefined) return literal(value);
    const values = fieldOf(schema, 'enum');
    if (isJsonArray(values)) return union(values.map((item) => literal(item)));
    return this.#combined(schema, indent, depth) ?? this.#plain(schema, indent, depth);
  }

  #reference(ref: string, indent: string, depth: number): string {
    const local = !this.#omp || ref.startsWith('#/$defs/') || ref.startsWith('#/definitions/');
    const target = local ? resolvePointer(this.#root, ref) : undefined;
    if (target === undefined || this.#open.has(ref)) return ref.slice(ref.lastIndexOf('/') + 1);
    this.#open.add(ref);
    const type = this.type(target, indent, depth + 1);
    this.#open.delete(ref);
    return type;
  }

  /** anyOf, oneOf, allOf; `undefined` where they are absent or (not in OMP) say nothing, so that the sibling type counts. */
  #combined(schema: JsonObject, indent: string, depth: number): string | undefined {
    for (const key of ['anyOf', 'oneOf', 'allOf']) {
      const parts = fieldOf(schema, key);
      if (!isJsonArray(parts)) continue;
      const types = parts.map((part) => this.type(part, indent, depth + 1));
      if (this.#omp) return key === 'allOf' ? types.join(' & ') : union(types);
      const says = key === 'allOf' ? types.some((type) => type !== 'unknown') : !types.includes('unknown');
      if (!says || types.length === 0) continue;
      return key === 'allOf' ? intersection(types) : union(types);
    }
    return undefined;
  }

  #plain(schema: JsonObject, indent: string, depth: number): string {
    const type = fieldOf(schema, 'type');
    if (isJsonArray(type)) return union(type.map((word) => this.#word(word, schema, indent, depth)));
    const inferred = !this.#omp && type === undefined && isJsonObject(fieldOf(schema, 'properties'));
    return this.#word(inferred ? 'object' : type, schema, indent, depth);
  }

  #word(type: JsonValue, schema: JsonObject, indent: string, depth: number): string {
    switch (type) {
      case 'string':
      case 'number':
      case 'boolean':
      case 'null':
        return type;
      case 'integer':
        return 'number';
      case 'array':
        return this.#array(schema, indent, depth);
      case 'object':
        return this.#object(schema, indent, depth);
      default:
        return 'unknown';
    }
  }

  #array(schema: JsonObject, indent: string, depth: number): string {
    const tuple = fieldOf(schema, 'prefixItems');
    if (isJsonArray(tuple)) return `[${tuple.map((item) => this.type(item, indent, depth + 1)).join(', ')}]`;
    const element = this.type(fieldOf(schema, 'items') ?? true, indent, depth + 1);
    const long = element.includes('\n') || element.includes(' | ') || element.length > LONGEST_ELEMENT;
    const joined = !this.#omp && element.includes(' & ');
    return long || joined ? `Array<${element}>` : `${element}[]`;
  }

  #object(schema: JsonObject, indent: string, depth: number): string {
    const inner = indent + this.#step;
    const properties = fieldOf(schema, 'properties');
    const required = requiredKeys(schema);
    const members = (isJsonObject(properties) ? fieldsOf(properties) : []).map(([key, value]) =>
      this.#member(key, value, required.has(key), inner, depth),
    );
    const additional = fieldOf(schema, 'additionalProperties');
    if (additional === true || isJsonObject(additional)) {
      const rest = this.type(additional, inner, depth + 1);
      if (members.length === 0) return `Record<string, ${rest}>`;
      members.push(`${inner}[key: string]: ${rest}${this.#separator()}\n`);
    }
    return members.length === 0 ? '{}' : `{\n${members.join('')}${indent}}`;
  }

  #member(key: string, schema: JsonValue, required: boolean, indent: string, depth: number): string {
    const type = this.type(schema, indent, depth + 1);
    const name = `${propertyName(key)}${required ? '' : '?'}`;
    const shown = this.#comments && isJsonObject(schema);
    const above = shown ? this.#above(schema, indent) : '';
    const notes = shown && this.#harmony && !this.#omp ? trailingNotes(schema) : '';
    const line = `${above}${indent}${name}: ${type}${this.#separator()}${notes === '' ? '' : ` // ${notes}`}\n`;
    this.#count(line.length);
    return line;
  }

  #above(schema: JsonObject, indent: string): string {
    const lines = this.#omp ? describedLines(schema) : memberNotes(schema, this.#harmony);
    if (lines.length === 0) return '';
    if (this.#harmony) return lines.map((line) => `${indent}${`// ${line}`.trimEnd()}\n`).join('');
    const safe = lines.map((line) => line.replaceAll('*/', '*\\/'));
    if (safe.length === 1) return `${indent}/** ${safe[0]} */\n`;
    return `${indent}/**\n${safe.map((line) => `${indent} ${`* ${line}`.trimEnd()}\n`).join('')}${indent} */\n`;
  }

  #separator(): string {
    return this.#harmony ? ',' : ';';
  }

  #count(units: number): void {
    this.#written += units;
    if (this.#written > MAX_TEXT) {
      throw new HarmonyError('ERR_HARMONY_SCHEMA_TOO_LARGE', `a schema grows beyond ${MAX_TEXT} units of text`);
    }
  }
}

function describedLines(schema: JsonObject): string[] {
  const description = stringField(schema, 'description');
  return description === undefined || description === '' ? [] : linesOf(description);
}

function union(types: readonly string[]): string {
  const distinct = [...new Set(types)];
  return distinct.length === 0 ? 'never' : distinct.join(' | ');
}

function intersection(types: readonly string[]): string {
  const said = [...new Set(types)].filter((type) => type !== 'unknown');
  if (said.length === 1) return said[0]!;
  return said.map((type) => (isUnion(type) ? `(${type})` : type)).join(' & ');
}

/** A bar outside of braces and quotes; a one-line type has it nowhere else but in members and literals. */
function isUnion(type: string): boolean {
  let depth = 0;
  for (let i = 0; i < type.length; i++) {
    const unit = type[i]!;
    if (unit === '"') i = literalEnd(type, i);
    else if ('{[(<'.includes(unit)) depth++;
    else if ('}])>'.includes(unit)) depth--;
    else if (unit === '|' && depth === 0) return true;
  }
  return false;
}

function literalEnd(text: string, from: number): number {
  let i = from + 1;
  while (i < text.length && text[i] !== '"') i += text[i] === '\\' ? 2 : 1;
  return i;
}
