/** Paths into a record, as `--field` and `--pass` take them: `a.b[0].c`; `[*]` stands for every element. */
import { fieldOf, isObject, type Json } from './json.ts';

export type Path = readonly { readonly name?: string; readonly index?: number; readonly every?: true }[];

/** @returns undefined if `text` is no path. */
export function parsePath(text: string): Path | undefined {
  const steps: { name?: string; index?: number; every?: true }[] = [];
  let at = 0;
  while (at < text.length) {
    if (text[at] === '[') {
      const end = text.indexOf(']', at);
      const inside = text.slice(at + 1, end);
      if (end < 0 || !(inside === '*' || isIndex(inside))) return undefined;
      steps.push(inside === '*' ? { every: true } : { index: Number(inside) });
      at = end + 1;
      continue;
    }
    if (text[at] === '.') {
      if (at === 0) return undefined;
      at++;
    } else if (at > 0) return undefined;
    const end = endOfName(text, at);
    if (end === at) return undefined;
    steps.push({ name: text.slice(at, end) });
    at = end;
  }
  return steps.length === 0 ? undefined : steps;
}

function endOfName(text: string, from: number): number {
  let end = from;
  while (end < text.length && text[end] !== '.' && text[end] !== '[') end++;
  return end;
}

function isIndex(text: string): boolean {
  if (text.length === 0 || text.length > 9) return false;
  for (const digit of text) if (digit < '0' || digit > '9') return false;
  return true;
}

/** What stands at a path: the value, how it is spelled in this record, and the objects around it, innermost first. */
export interface Place {
  value: Json;
  path: string;
  around: Json[];
}

/** Every place that `path` leads to; none if a step leads nowhere. */
export function placesOf(root: Json, path: Path): Place[] {
  let places: Place[] = [{ value: root, path: '', around: [] }];
  for (const step of path) places = places.flatMap((place) => follow(place, step));
  return places;
}

function follow(place: Place, step: Path[number]): Place[] {
  const { value, path } = place;
  const around = [value, ...place.around];
  if (step.name !== undefined) {
    const next = isObject(value) ? fieldOf(value, step.name) : undefined;
    return next === undefined ? [] : [{ value: next, path: join(path, step.name), around }];
  }
  if (!Array.isArray(value) && !(value instanceof Int32Array)) return [];
  const indexes = step.every ? Array.from(value, (_, i) => i) : [step.index!];
  return indexes.flatMap((i) => {
    const next = value[i];
    return next === undefined ? [] : [{ value: next, path: `${path}[${i}]`, around }];
  });
}

export function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}
