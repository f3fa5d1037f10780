/**
 * How the reference reads a complete header (official.md 4.3), written a second time for the predicates of
 * `divergences.ts`: they look at the input, never at our answer. `vectors.test.ts` checks it against the vectors.
 */
import type { IssueCode, Role } from '../../lib/wire/index.ts';

export interface ReadHeader {
  role: string;
  name?: string;
  channel?: string;
  recipient?: string;
  contentType?: string;
  /** Parts that were left for recipient and content type. */
  rest: string[];
}

/** Unicode White_Space, as the body of a character class. */
export const SPACE = '\\t-\\r \\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';
const ROLES = ['system', 'developer', 'user', 'assistant', 'tool'];
const VALUE = new RegExp(`<\\|channel\\|>([^<${SPACE}]*)`, 'u');
const EDGES = new RegExp(`^[${SPACE}]+|[${SPACE}]+$`, 'gu');

export const trim = (text: string): string => text.replace(EDGES, '');

/** The fields, or the code that strict mode throws where the reference refuses. */
export function readReferenceHeader(raw: string, given: Role | null): ReadHeader | { refused: IssueCode } {
  const marker = VALUE.exec(raw);
  if (marker !== null && marker[1] === '') return { refused: 'empty_channel' };
  const around = marker === null ? raw : raw.slice(0, marker.index) + raw.slice(marker.index + marker[0].length);
  const spaced = trim(trim(around).replaceAll('<|constrain|>', ' <|constrain|>'));
  const parts = spaced.split(/[ \t\n\f\r]+/).filter((part) => part !== '');
  const author = takeAuthor(parts, given);
  if ('refused' in author) return author;
  if (parts[0] === author.role) parts.shift();
  const rest = [...parts];
  const read: ReadHeader = { ...author, rest, ...takeAddress(parts) };
  if (marker !== null) read.channel = marker[1] as string;
  return parts.length > 0 ? { refused: 'junk_in_header' } : read;
}

function takeAuthor(parts: string[], given: Role | null): { role: string; name?: string } | { refused: IssueCode } {
  if (given !== null) return { role: given };
  const [first] = parts;
  if (first === undefined) return { refused: 'missing_role' };
  if (ROLES.includes(first)) return first === 'tool' ? { role: first, name: first } : { role: first };
  if (parts.length === 1 && !first.startsWith('to=')) return { refused: 'missing_role' };
  parts.shift();
  return { role: 'tool', name: first };
}

function takeAddress(parts: string[]): { recipient?: string; contentType?: string } {
  const last = parts.pop();
  if (last === undefined) return {};
  if (last.startsWith('to=')) return { recipient: last.slice(3) };
  const before = parts.pop();
  if (before === undefined) return { recipient: last };
  return { recipient: before.startsWith('to=') ? before.slice(3) : before, contentType: last };
}
