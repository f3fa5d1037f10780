/** Finding spelled markers (`<|name|>`) in text, whole or cut at the end of a chunk. */
import { Kind, SPELLING } from './tokens.ts';

const KINDS: readonly Kind[] = [
  Kind.Start,
  Kind.Channel,
  Kind.Constrain,
  Kind.Message,
  Kind.End,
  Kind.Return,
  Kind.Call,
  Kind.EndOfText,
];

/** The kind of the marker that is spelled at `at`, or `Kind.Text` if none is. */
export function markerAt(text: string, at: number): Kind {
  for (const kind of KINDS) if (text.startsWith(SPELLING[kind]!, at)) return kind;
  return Kind.Text;
}

/** Like {@link markerAt}, but only for the seven control tokens (`<|endoftext|>` is not one). */
export function controlMarkerAt(text: string, at: number): Kind {
  const kind = markerAt(text, at);
  return kind === Kind.EndOfText ? Kind.Text : kind;
}

export function markerLength(kind: Kind): number {
  return SPELLING[kind]!.length;
}

/** True if some control marker is spelled anywhere in `text`. */
export function hasControlMarker(text: string): boolean {
  for (let at = text.indexOf('<|'); at >= 0; at = text.indexOf('<|', at + 1)) {
    if (controlMarkerAt(text, at) !== Kind.Text) return true;
  }
  return false;
}

const LONGEST = '<|constrain|>'.length;

/** Length of the longest suffix of `text` that could grow into a marker (0 if none; at most 12 units). */
export function partialMarkerLength(text: string): number {
  const from = Math.max(0, text.length - (LONGEST - 1));
  for (let at = text.indexOf('<', from); at >= 0; at = text.indexOf('<', at + 1)) {
    const tail = text.slice(at);
    if (KINDS.some((kind) => SPELLING[kind]!.length > tail.length && SPELLING[kind]!.startsWith(tail))) {
      return tail.length;
    }
  }
  return 0;
}
