/** The vocabulary of headers: which words mean what, where a name ends. Shared by the header grammar and the split. */
import { controlMarkerAt, editDistance, isWhiteSpace, Kind, ROLES, type Role } from '../wire/index.ts';

export const CHANNELS = ['analysis', 'commentary', 'final'] as const;
export const CONTENT_TYPES = ['json', 'code', 'text', 'python', 'application/json', 'text/plain'] as const;
const CONTENT_TYPE_SET: ReadonlySet<string> = new Set(CONTENT_TYPES);
const ROLE_SET: ReadonlySet<string> = new Set(ROLES);
const CHANNEL_SET: ReadonlySet<string> = new Set(CHANNELS);

/** A role word, compared without case. */
export function roleOf(word: string): Role | undefined {
  const lower = word.toLowerCase();
  return ROLE_SET.has(lower) ? (lower as Role) : undefined;
}

/** `role:name`, as the reference renderer writes a named author. */
export function namedRoleOf(word: string): { role: Role; name: string } | undefined {
  const colon = word.indexOf(':');
  const role = colon > 0 ? roleOf(word.slice(0, colon)) : undefined;
  return role === undefined ? undefined : { role, name: word.slice(colon + 1) };
}

/** A known channel, compared without case. */
export function channelOf(word: string): string | undefined {
  const lower = word.toLowerCase();
  return CHANNEL_SET.has(lower) ? lower : undefined;
}

export function isContentType(word: string): boolean {
  return CONTENT_TYPE_SET.has(word.toLowerCase());
}

/** What follows `assistant` when something is glued to it (`assistantfinal`), else undefined. */
export function gluedToAssistant(word: string): string | undefined {
  const bare = 'assistant';
  return word.length > bare.length && word.slice(0, bare.length).toLowerCase() === bare
    ? word.slice(bare.length)
    : undefined;
}

/**
 * The known channel that a misspelt word means: one that it contains (analysis first: reasoning is never shown
 * because of a spelling), one it is a prefix of, or one that is few edits away.
 */
export function guessChannel(word: string): string | undefined {
  const lower = word.toLowerCase();
  if (lower.includes('analysis')) return 'analysis';
  const contained = CHANNELS.filter((name) => lower.includes(name));
  if (contained.length > 0) {
    return contained.reduce((a, b) => (lower.lastIndexOf(b) > lower.lastIndexOf(a) ? b : a));
  }
  if (!/^\p{L}+$/u.test(lower)) return undefined;
  return CHANNELS.find(
    (name) =>
      (lower.length >= 4 && name.startsWith(lower)) || editDistance(lower, name, 2) <= (name === 'final' ? 1 : 2),
  );
}

// Where the name after `to=` ends, besides white space and markers.
const NAME_ENDS = new Set('<>{}()[]"\',;`');

/** End of the name that begins at `from` (at most `text.length`). */
export function nameEnd(text: string, from: number): number {
  let i = from;
  while (i < text.length && !NAME_ENDS.has(text[i]!) && !isWhiteSpace(text.charCodeAt(i))) i++;
  return i;
}

/** End of the run of non-white-space that begins at `from`; a control marker ends it too. */
export function wordEnd(text: string, from: number): number {
  let i = from;
  while (i < text.length && !isWhiteSpace(text.charCodeAt(i))) {
    if (text.charCodeAt(i) === 0x3c && controlMarkerAt(text, i) !== Kind.Text) break;
    i++;
  }
  return i;
}

/** A recipient that may stand where the channel belongs: a name in a known namespace, or a known tool. */
export function isRecipientLike(word: string, tools: ReadonlySet<string> | undefined): boolean {
  if (/^(functions|browser|container)\../.test(word)) return true;
  return word === 'python' || tools?.has(word) === true;
}

/** Recipients that address nobody: the message stays in the conversation. */
export function isNobody(recipient: string): boolean {
  return recipient === '' || recipient === 'assistant' || recipient === 'user' || recipient === 'all';
}

/** True if an assistant message with this recipient is a call (never decided by channel or terminator). */
export function isCallRecipient(recipient: string | undefined): recipient is string {
  return recipient !== undefined && !isNobody(recipient) && recipient !== 'functions' && recipient !== 'functions.';
}

export function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x7f) return false;
  return true;
}
