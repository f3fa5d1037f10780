/**
 * The split pattern of o200k as a scanner: text is cut into pieces, byte pairs merge only inside of one.
 * A regular expression does it in tiktoken; here it would recurse over a megabyte of spaces (openai/harmony #93),
 * so this one runs over the classes of characters, linear in the text. The alternatives, in their order:
 *
 *     [^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?
 *     [^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?
 *     \p{N}{1,3}
 *      ?[^\s\p{L}\p{N}]+[\r\n/]*
 *     \s*[\r\n]+
 *     \s+(?!\S)
 *     \s+
 */
import { CLASS_RUNS } from './class-runs.ts';

const UPPER = 1; // Lu Lt
const LOWER = 2; // Ll
const BOTH = 3; // Lm Lo: counts as upper and as lower
const MARK = 4; // M: the same, and is no letter
const NUMBER = 5;
const NEWLINE = 6; // CR LF
const SPACE = 7;
const OTHER = 8;
const NONE = 9; // end of the text

let classes: Uint8Array | undefined;

/** Class of every code point, a megabyte: made at the first encoding. */
function allClasses(): Uint8Array {
  const all = new Uint8Array(0x110000);
  let from = 0;
  for (const [run] of CLASS_RUNS.matchAll(/\S+/g)) {
    const until = from + Number.parseInt(run.slice(1), 36);
    all.fill(Number(run[0]), from, until);
    from = until;
  }
  return all;
}

function classAt(text: string, at: number): number {
  const point = text.codePointAt(at);
  if (point === undefined) return NONE;
  classes ??= allClasses();
  return classes[point]!;
}

function after(text: string, at: number): number {
  return at + (text.codePointAt(at)! > 0xffff ? 2 : 1);
}

/** End of the piece that begins at `start`, which must be inside of the text. */
export function pieceEnd(text: string, start: number): number {
  const kind = classAt(text, start);
  const word = wordEnd(text, start, kind);
  if (word > 0) return word;
  if (kind === NUMBER) return numberEnd(text, start);
  const other = otherEnd(text, start);
  return other > 0 ? other : spaceEnd(text, start);
}

function isUpper(kind: number): boolean {
  return kind === UPPER || kind === BOTH || kind === MARK;
}

function isLower(kind: number): boolean {
  return kind === LOWER || kind === BOTH || kind === MARK;
}

/** The first two alternatives; 0 if neither matches. */
function wordEnd(text: string, start: number, kind: number): number {
  const prefix = kind === MARK || kind === SPACE || kind === OTHER;
  const next = prefix ? after(text, start) : start;
  const end =
    (prefix ? mixedEnd(text, next) : 0) ||
    mixedEnd(text, start) ||
    (prefix ? upperEnd(text, next) : 0) ||
    upperEnd(text, start);
  return end === 0 ? 0 : contractionEnd(text, end);
}

/** Upper-ish* lower-ish+. Where no lower-case letter follows, the last character that is both gives itself up for it. */
function mixedEnd(text: string, from: number): number {
  let i = from;
  let lastBoth = 0;
  let kind = classAt(text, i);
  for (; isUpper(kind); kind = classAt(text, i)) {
    i = after(text, i);
    if (kind !== UPPER) lastBoth = i;
  }
  if (kind !== LOWER) return lastBoth;
  while (isLower(classAt(text, i))) i = after(text, i);
  return i;
}

/** Upper-ish+, where {@link mixedEnd} found nothing lower-ish: 0 if there is none. */
function upperEnd(text: string, from: number): number {
  let i = from;
  while (isUpper(classAt(text, i))) i = after(text, i);
  return i === from ? 0 : i;
}

/** `'s` and the like in any case; U+017F folds to s. */
function contractionEnd(text: string, from: number): number {
  if (text[from] !== "'") return from;
  const two = text
    .slice(from + 1, from + 3)
    .toLowerCase()
    .replace('\u017f', 's');
  if ('stmd'.includes(two.charAt(0) || '-')) return from + 2;
  return two === 're' || two === 've' || two === 'll' ? from + 3 : from;
}

function numberEnd(text: string, start: number): number {
  let i = start;
  for (let count = 0; count < 3 && classAt(text, i) === NUMBER; count++) i = after(text, i);
  return i;
}

/** The fourth alternative; 0 if it does not match. */
function otherEnd(text: string, start: number): number {
  const from = text[start] === ' ' ? start + 1 : start;
  let i = from;
  for (let kind = classAt(text, i); kind === OTHER || kind === MARK; kind = classAt(text, i)) i = after(text, i);
  if (i === from) return 0;
  while (text[i] === '\r' || text[i] === '\n' || text[i] === '/') i++;
  return i;
}

/** The last three alternatives: to the last newline of the run; else all but the last character if text follows. */
function spaceEnd(text: string, start: number): number {
  let i = start;
  let newline = 0;
  for (let kind = classAt(text, i); kind === SPACE || kind === NEWLINE; kind = classAt(text, i)) {
    i++;
    if (kind === NEWLINE) newline = i;
  }
  if (newline > 0) return newline;
  return i === text.length || i === start + 1 ? i : i - 1;
}
