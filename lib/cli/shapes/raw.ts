/** Raw values: strings and lists of ids, their role, and what the prompt already holds of the header. */
import {
  CALL,
  controlMarkerAt,
  END,
  END_OF_TEXT,
  hasControlMarker,
  isWhiteSpace,
  Kind,
  kindOf,
  RETURN,
  ROLES,
  type Role,
  START,
  START_OF_TEXT,
  skipWhiteSpace,
} from '../../wire/index.ts';
import { type Ids, isIds, type Json } from '../json.ts';
import type { Generation, GenerationInput } from './types.ts';

const START_MARKER = '<|start|>';
const GIVEN_HEADER = '<|start|>assistant';
/** The token `assistant` of o200k. */
const ASSISTANT = 173_781;

const HEADER_WORDS: ReadonlySet<string> = new Set([...ROLES, 'analysis', 'commentary', 'final']);

/** Text that begins with a start marker brings its own roles, so none is given. */
export function roleOfText(text: string): Role | null {
  return text.startsWith(START_MARKER, skipWhiteSpace(text, 0)) ? null : 'assistant';
}

export function roleOfIds(ids: Ids): Role | null {
  let first = 0;
  while (ids[first] === END_OF_TEXT || ids[first] === START_OF_TEXT) first++; // left padding, begin-of-text
  return ids[first] === START ? null : 'assistant';
}

/** True if prompt and completion stand in one: it begins with a start token and another role than assistant. */
export function isWholeText(text: string): boolean {
  return roleOfText(text) === null && !text.startsWith(GIVEN_HEADER, skipWhiteSpace(text, 0));
}

export function isWholeIds(ids: Ids): boolean {
  if (roleOfIds(ids) !== null) return false;
  return ids[ids.indexOf(START) + 1] !== ASSISTANT;
}

/** True if the text can be nothing but raw wire: its first marker stands in front, or behind a role or channel alone. */
export function beginsAsWire(text: string): boolean {
  const marker = text.indexOf('<|');
  if (marker < 0 || controlMarkerAt(text, marker) === Kind.Text) return false;
  const before = text.slice(0, marker).trim();
  return before === '' || HEADER_WORDS.has(before);
}

/** A string that holds a marker, or a list that holds a control token: raw whatever its name. */
export function isMarked(value: Json): boolean {
  if (typeof value === 'string') return hasControlMarker(value);
  return isIds(value) && hasControlToken(value);
}

export function hasControlToken(ids: Ids): boolean {
  for (let i = 0; i < ids.length; i++) {
    const id = ids[i]!;
    if (id >= RETURN && id <= CALL && kindOf(id) !== Kind.Reserved) return true;
  }
  return false;
}

/** `"200005 35644 200008"`, `"[1, 2]"`: ids written as text. Undefined if anything else stands there. */
export function idsOfText(text: string): number[] | undefined {
  const ids: number[] = [];
  let value = -1;
  let negative = false;
  const flush = (): void => {
    if (value >= 0) ids.push(negative ? -value : value);
    value = -1;
    negative = false;
  };
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0x30 && unit <= 0x39) value = Math.max(0, value) * 10 + unit - 0x30;
    else if (unit === 0x2d && value < 0 && !negative) negative = true;
    else if (unit === 0x2c || unit === 0x5b || unit === 0x5d || isWhiteSpace(unit)) {
      if (negative && value < 0) return undefined;
      flush();
    } else return undefined;
  }
  if (negative && value < 0) return undefined;
  flush();
  return ids;
}

/** What of the assistant's header (and body) a prompt ends with: `<|start|>assistant<|channel|>` gives `<|channel|>`. */
function prefillOfText(prompt: string): string | undefined {
  const at = prompt.lastIndexOf(START_MARKER);
  if (at < 0 || !prompt.startsWith(GIVEN_HEADER, at)) return undefined;
  const rest = prompt.slice(at + GIVEN_HEADER.length);
  return rest === '' || /<\|(?:end|return|call)\|>/.test(rest) ? undefined : rest;
}

function prefillOfIds(prompt: Ids): Ids | undefined {
  const at = prompt.lastIndexOf(START);
  if (at < 0 || prompt[at + 1] !== ASSISTANT) return undefined;
  const rest = prompt.slice(at + 2);
  return rest.length === 0 || hasStop(rest) ? undefined : rest;
}

function hasStop(ids: Ids): boolean {
  return [RETURN, END, CALL].some((stop) => ids.indexOf(stop) >= 0);
}

/** A prompt beside a generation, if there is one. */
export interface Prompt {
  text?: string | undefined;
  ids?: Ids | undefined;
}

export function textGeneration(field: string, text: string, prompt: Prompt, finishReason?: string): Generation {
  const role = roleOfText(text);
  const prefill = role === null || prompt.text === undefined ? undefined : prefillOfText(prompt.text);
  return { field, input: { kind: 'text', text, prefill }, role, finishReason };
}

export function idsGeneration(field: string, ids: Ids, prompt: Prompt, finishReason?: string): Generation {
  const role = roleOfIds(ids);
  const prefill = role === null || prompt.ids === undefined ? undefined : prefillOfIds(prompt.ids);
  const input: GenerationInput = { kind: 'ids', ids, prefill };
  return { field, input, role, finishReason };
}
