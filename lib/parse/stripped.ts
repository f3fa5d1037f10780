/**
 * Text whose markers were removed before it was logged (`skip_special_tokens`): `analysis…assistantfinal…`.
 * Only on request, because ordinary text may begin with the word "analysis" too.
 */
import { isWhiteSpace, Kind, markerAt, skipWhiteSpace } from '../wire/index.ts';
import type { HeaderFields, HeaderIssue } from './header.ts';
import { nameEnd } from './words.ts';

export interface StrippedPart {
  fields: HeaderFields;
  /** Text before the first channel word has no header. */
  loose: boolean;
  header: string;
  content: string;
  /** Offset of the header. */
  at: number;
}

const CUTS = /assistant(analysis|commentary|final)/g;
const BEGINNING = /^(?:assistant)?(analysis|commentary|final)/;

interface Cut {
  at: number;
  headerEnd: number;
  channel: string;
}

/** The parts of `text`, or undefined if it holds a marker or no channel word in the right place. */
export function cutStripped(text: string): StrippedPart[] | undefined {
  if (hasMarker(text)) return undefined;
  const cuts = findCuts(text);
  const first = cuts[0];
  if (first === undefined) return undefined;
  const parts: StrippedPart[] = [];
  const before = text.slice(0, first.at);
  if (skipWhiteSpace(before, 0) < before.length) {
    parts.push({
      fields: fieldsOf(undefined, undefined, undefined, []),
      loose: true,
      header: '',
      content: before,
      at: 0,
    });
  }
  cuts.forEach((cut, i) => {
    parts.push(readPart(text, cut, cuts[i + 1]?.at ?? text.length));
  });
  return parts;
}

function hasMarker(text: string): boolean {
  for (let at = text.indexOf('<|'); at >= 0; at = text.indexOf('<|', at + 2)) {
    if (markerAt(text, at) !== Kind.Text) return true;
  }
  return false;
}

function findCuts(text: string): Cut[] {
  const cuts: Cut[] = [];
  const start = skipWhiteSpace(text, 0);
  // A short slice: the pattern is anchored, and no copy of the input is needed.
  const beginning = BEGINNING.exec(text.slice(start, start + 32));
  if (beginning !== null) cuts.push({ at: start, headerEnd: start + beginning[0].length, channel: beginning[1]! });
  for (const match of text.matchAll(CUTS)) {
    if (match.index === cuts[0]?.at) continue;
    cuts.push({ at: match.index, headerEnd: match.index + match[0].length, channel: match[1]! });
  }
  return cuts;
}

// Behind the channel word ` to=NAME` and then json or code belong to the header.
function readPart(text: string, cut: Cut, end: number): StrippedPart {
  const issues: HeaderIssue[] = [];
  let contentAt = cut.headerEnd;
  let recipient: string | undefined;
  let contentType: string | undefined;
  const to = skipWhiteSpace(text, cut.headerEnd);
  if (to > cut.headerEnd && text.startsWith('to=', to) && to < end) {
    contentAt = Math.min(nameEnd(text, to + 3), end);
    recipient = text.slice(to + 3, contentAt);
    const typeAt = skipWhiteSpace(text, contentAt);
    contentType = ['json', 'code'].find((type) => text.startsWith(type, typeAt) && typeAt + type.length <= end);
    if (contentType !== undefined) {
      const after = typeAt + contentType.length;
      if (after < end && !endsWord(text, after)) issues.push({ code: 'glued_content_type', text: undefined });
      contentAt = Math.min(skipWhiteSpace(text, after), end);
    }
  }
  return {
    fields: fieldsOf(cut.channel, recipient, contentType, issues),
    loose: false,
    header: text.slice(cut.at, contentAt),
    content: text.slice(contentAt, end),
    at: cut.at,
  };
}

function endsWord(text: string, at: number): boolean {
  return isWhiteSpace(text.charCodeAt(at)) || '{["'.includes(text[at]!);
}

function fieldsOf(
  channel: string | undefined,
  recipient: string | undefined,
  contentType: string | undefined,
  issues: readonly HeaderIssue[],
): HeaderFields {
  return { role: 'assistant', name: undefined, recipient, channel, contentType, constrained: false, issues };
}
