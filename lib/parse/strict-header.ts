/**
 * The header rules of strict mode: those of the reference implementation (openai-harmony 0.0.8, header parsing), with
 * two corrections: a sole leftover part that begins with `<|constrain|>` or is json, code or text is the content type,
 * and a name that contains a control marker is refused.
 */
import {
  hasControlMarker,
  type IssueCode,
  isWhiteSpace,
  Kind,
  ROLES,
  type Role,
  SPELLING,
  trimWhiteSpace,
} from '../wire/index.ts';
import type { HeaderFields } from './header.ts';

/** Why a header is refused; the code is the one of the tolerant grammar. */
export interface HeaderRefusal {
  refused: IssueCode;
  text: string | undefined;
}

const CHANNEL = SPELLING[Kind.Channel]!;
const CONSTRAIN = SPELLING[Kind.Constrain]!;
const SOLE_TYPES = new Set(['json', 'code', 'text']);

const refuse = (refused: IssueCode, text?: string): HeaderRefusal => ({ refused, text });

export function readStrictHeader(raw: string, given: Role | null): HeaderFields | HeaderRefusal {
  const cut = cutChannel(raw);
  if ('refused' in cut) return cut;
  const parts = splitAscii(trimWhiteSpace(spaceConstrain(trimWhiteSpace(cut.rest))));
  const author = takeAuthor(parts, given);
  if ('refused' in author) return author;
  const addressed = takeAddress(parts);
  if (parts.length > 0) return refuse('junk_in_header', parts.join(' '));
  const { recipient, contentType } = addressed;
  const constrained = contentType?.startsWith(CONSTRAIN) === true;
  const type = constrained ? contentType.slice(CONSTRAIN.length) : contentType;
  for (const name of [author.name, recipient, cut.channel, type]) {
    if (name !== undefined && hasControlMarker(name)) return refuse('junk_in_header', name);
  }
  const silent = author.role === 'assistant' && cut.channel === undefined && recipient === undefined;
  return {
    role: author.role,
    name: author.name,
    recipient,
    channel: cut.channel,
    contentType: type,
    constrained,
    issues: silent ? [{ code: 'no_channel', text: undefined }] : [],
  };
}

// The first marker and the value behind it (to white space or `<`) are cut out; what stood around is joined directly.
function cutChannel(raw: string): { channel: string | undefined; rest: string } | HeaderRefusal {
  const at = raw.indexOf(CHANNEL);
  if (at < 0) return { channel: undefined, rest: raw };
  const from = at + CHANNEL.length;
  let end = from;
  while (end < raw.length && raw[end] !== '<' && !isWhiteSpace(raw.charCodeAt(end))) end++;
  if (end === from) return refuse('empty_channel');
  return { channel: raw.slice(from, end), rest: raw.slice(0, at) + raw.slice(end) };
}

function spaceConstrain(text: string): string {
  return text.replaceAll(CONSTRAIN, ` ${CONSTRAIN}`);
}

// ASCII white space only, and not VT: NBSP and U+3000 stay inside a word, as in the reference.
function splitAscii(text: string): string[] {
  return text.split(/[ \t\n\f\r]+/).filter((part) => part !== '');
}

function takeAuthor(parts: string[], given: Role | null): { role: Role; name: string | undefined } | HeaderRefusal {
  let role = given;
  let name: string | undefined;
  if (role === null) {
    const [first] = parts;
    if (first === undefined) return refuse('missing_role');
    role = ROLES.find((word) => word === first) ?? null;
    if (role === null) {
      if (parts.length === 1 && !first.startsWith('to=')) return refuse('missing_role', first);
      parts.shift();
      role = 'tool';
    }
    if (role === 'tool') name = first;
  }
  if (parts[0] === role) parts.shift();
  return { role, name };
}

function takeAddress(parts: string[]): { recipient: string | undefined; contentType: string | undefined } {
  const last = parts.pop();
  if (last === undefined) return { recipient: undefined, contentType: undefined };
  if (last.startsWith('to=')) return { recipient: last.slice(3), contentType: undefined };
  const before = parts.pop();
  if (before !== undefined) {
    return { recipient: before.startsWith('to=') ? before.slice(3) : before, contentType: last };
  }
  const isType = last.startsWith(CONSTRAIN) || SOLE_TYPES.has(last);
  return isType ? { recipient: undefined, contentType: last } : { recipient: last, contentType: undefined };
}
