/** Example calls in a Python-like notation. */
import { fieldsOf, isJsonArray, isJsonObject, quote } from '../json.ts';
import { literal } from '../schema-words.ts';
import type { JsonValue } from '../types.ts';

/** `name(key=value, …)`; a call whose only argument is a string is that string. */
export function pythonCall(name: string, argument: JsonValue): string {
  const fields = isJsonObject(argument) ? fieldsOf(argument) : [];
  const [only] = fields;
  if (fields.length === 1 && typeof only?.[1] === 'string') return only[1];
  return `${name}(${fields.map(([key, value]) => `${key}=${pythonValue(value)}`).join(', ')})`;
}

function pythonValue(value: JsonValue): string {
  if (value === null) return 'None';
  if (value === true) return 'True';
  if (value === false) return 'False';
  if (typeof value === 'string') return pythonString(value);
  if (isJsonArray(value)) return `[${value.map(pythonValue).join(', ')}]`;
  if (isJsonObject(value)) {
    return `{${fieldsOf(value)
      .map(([key, item]) => `${quote(key)}: ${pythonValue(item)}`)
      .join(', ')}}`;
  }
  return literal(value);
}

/** Several lines in triple quotes, if nothing in them could end or change the literal. */
function pythonString(text: string): string {
  const plain = !text.includes('"""') && !text.includes('\\') && !text.endsWith('"');
  return text.includes('\n') && plain ? `"""${text}"""` : quote(text);
}
