/**
 * The text of a value inside JSON text, as it is spelled: parsed and written again, numbers and the order of
 * integer-like keys would be lost. The text is known to be JSON: only strings and brackets are looked at.
 */
import { join, type Path } from '../path.ts';

export interface Slice {
  path: string;
  text: string;
}

/** Every value that `path` leads to; none if a step leads nowhere. Of a repeated key the last one, as `JSON.parse` has it. */
export function slicesAt(json: string, path: Path): Slice[] {
  let slices: Slice[] = [{ path: '', text: json.trim() }];
  for (const step of path) slices = slices.flatMap((slice) => follow(slice, step));
  return slices;
}

function follow({ path, text }: Slice, step: Path[number]): Slice[] {
  if (step.name !== undefined) {
    if (text[0] !== '{') return [];
    const { name } = step;
    const field = childrenOf(text).findLast((child) => JSON.parse(child.key!) === name);
    return field === undefined ? [] : [{ path: join(path, name), text: field.text }];
  }
  if (text[0] !== '[') return [];
  const elements = childrenOf(text).map((child, i) => ({ path: `${path}[${i}]`, text: child.text }));
  return step.every ? elements : elements.slice(step.index!, step.index! + 1);
}

interface Child {
  /** The key as it is spelled, quotes included. */
  key: string | undefined;
  text: string;
}

/** Fields of an object, or elements of an array. */
function childrenOf(text: string): Child[] {
  const children: Child[] = [];
  let key: string | undefined;
  let start = 1;
  let depth = 0;
  for (let at = 1; at < text.length; at++) {
    const unit = text[at]!;
    if (unit === '"') at = endOfString(text, at);
    else if (unit === '{' || unit === '[') depth++;
    else if (depth === 0 && unit === ':') {
      key = text.slice(start, at).trim();
      start = at + 1;
    } else if (depth === 0 && (unit === ',' || unit === '}' || unit === ']')) {
      const child = text.slice(start, at).trim();
      if (child !== '') children.push({ key, text: child });
      start = at + 1;
    } else if (unit === '}' || unit === ']') depth--;
  }
  return children;
}

/** Index of the closing quote of the string that opens at `from`. */
function endOfString(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}
