/** Types as text, with what is needed to join them correctly. */

export interface Shape {
  /** Members of a union (a single one: no union). None is a union itself. */
  members: readonly string[];
  /** The only member is an intersection. */
  intersection: boolean;
}

export const ANY: Shape = { members: ['any'], intersection: false };
export const NEVER: Shape = { members: ['never'], intersection: false };

export function single(text: string): Shape {
  return { members: [text], intersection: false };
}

export function textOf(shape: Shape): string {
  return shape.members.join(' | ');
}

export function isAny(shape: Shape): boolean {
  return shape.members.includes('any');
}

/** Without repeated members, `null` last. */
export function union(shapes: readonly Shape[]): Shape {
  const members = new Set(shapes.flatMap((shape) => shape.members));
  if (members.has('any')) return ANY;
  if (members.size > 1) members.delete('never');
  if (members.delete('null')) members.add('null');
  return { members: [...members], intersection: members.size === 1 && shapes.every((shape) => shape.intersection) };
}

/** `any` says nothing and is left out. */
export function intersection(shapes: readonly Shape[]): Shape {
  const said = shapes.filter((shape) => !isAny(shape));
  const [only] = said;
  if (only === undefined) return ANY;
  const texts = new Set(said.map((shape) => (shape.members.length > 1 ? `(${textOf(shape)})` : textOf(shape))));
  return texts.size === 1 ? only : { members: [[...texts].join(' & ')], intersection: true };
}

/** As the element of an array. */
export function element(shape: Shape): string {
  return shape.members.length > 1 || shape.intersection ? `(${textOf(shape)})` : textOf(shape);
}
