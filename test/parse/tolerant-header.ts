/**
 * What the tolerant grammar (product.md, rules 1 to 5) reads in a header that the reference accepts, written a second
 * time from the rules and for such headers only; `tolerant-divergences.ts` changes the reference's fields to these.
 */
import type { Role } from '../../lib/wire/index.ts';
import { SPACE, trim } from './reference-header.ts';

export interface TolerantFields {
  role: string;
  name: string | undefined;
  recipient: string | undefined;
  channel: string | undefined;
  contentType: string | undefined;
}

interface Word {
  text: string;
  behind: '' | 'channel' | 'constrain';
  /** Before the first marker. */
  first: boolean;
}

const ROLES = ['system', 'developer', 'user', 'assistant', 'tool'];
const CHANNELS = ['analysis', 'commentary', 'final'];
const TYPES = ['json', 'code', 'text', 'python', 'application/json', 'text/plain'];
const PIECES = new RegExp(`(<\\|(?:channel|constrain|start|end|return|call|message)\\|>|[${SPACE}]+)`, 'u');
const NAME = /^[^<>{}()[\]"',;`]*/;
const NOBODY = ['', 'assistant', 'user', 'all'];

function wordsOf(raw: string): Word[] {
  const words: Word[] = [];
  let behind: Word['behind'] = '';
  let first = true;
  for (const piece of raw.split(PIECES)) {
    if (trim(piece) === '') continue;
    if (PIECES.test(piece)) {
      behind = piece === '<|channel|>' ? 'channel' : piece === '<|constrain|>' ? 'constrain' : '';
      first = false;
      continue;
    }
    words.push({ text: piece, behind, first });
    behind = '';
  }
  return words;
}

export function readTolerantHeader(raw: string, given: Role | null): TolerantFields {
  const words = wordsOf(raw);
  const author = authorOf(words, given);
  const left = author.taken ? words.slice(1) : words;
  const channel = channelOf(left);
  const recipient = recipientOf(left);
  const contentType = typeOf(left, recipient !== undefined);
  const constrained = raw.includes('<|constrain|>') ? `<|constrain|>${contentType ?? ''}` : contentType;
  const settled = author.word === undefined ? author : settle(author.word, channel, recipient);
  return { role: settled.role, name: settled.name, recipient, channel, contentType: constrained };
}

interface Author {
  role: string;
  name?: string | undefined;
  /** The first word is used up. */
  taken: boolean;
  /** A word that is no role. */
  word?: string;
}

// Rule 1.
function authorOf([word]: readonly Word[], given: Role | null): Author {
  const text = word?.first ? word.text : '';
  const [role = '', ...name] = text.toLowerCase().split(':');
  if (ROLES.includes(role) && (given === null || given === role)) {
    return { role, name: name.length > 0 ? text.slice(role.length + 1) : undefined, taken: true };
  }
  if (given !== null) return { role: given, taken: false };
  if (text === '' || text.startsWith('to=') || CHANNELS.includes(role)) return { role: 'assistant', taken: false };
  return { role: 'tool', taken: true, word: text };
}

function settle(word: string, channel: string | undefined, recipient: string | undefined): Author {
  const assistant = { role: 'assistant', taken: true };
  if (channel === 'final') return assistant;
  const isTool = recipient === 'assistant' || recipient === 'all' || word.includes('.') || /^[\0-\x7f]*$/.test(word);
  return isTool ? { role: 'tool', name: word, taken: true } : assistant;
}

const channelWord = ({ text }: Word): string => text.split('to=', 1)[0] as string;

// Rule 2, without prefixes, edits and names in the channel's place: the vectors hold none in headers that are accepted.
function channelOf(words: readonly Word[]): string | undefined {
  const places = words.filter(({ behind }) => behind === 'channel');
  const values = places.map(channelWord).filter((value, i) => value !== '' && (i === 0 || !TYPES.includes(value)));
  const known = values.map(knownChannel).findLast((value) => value !== undefined);
  return known ?? values.at(-1);
}

function knownChannel(value: string): string | undefined {
  const lower = value.toLowerCase();
  if (lower.includes('analysis')) return 'analysis';
  const held = CHANNELS.filter((name) => lower.includes(name));
  return held.sort((a, b) => lower.lastIndexOf(a) - lower.lastIndexOf(b)).at(-1);
}

// Rule 3.
function recipientOf(words: readonly Word[]): string | undefined {
  const names = words.flatMap((word) => {
    const at = word.behind === 'channel' ? word.text.indexOf('to=') : word.text.startsWith('to=') ? 0 : -1;
    return at < 0 ? [] : [NAME.exec(word.text.slice(at + 3))?.[0] ?? ''];
  });
  const free = words.findLast(({ text, behind }) => behind !== 'channel' && text.startsWith('functions.'));
  return names.findLast((name) => !NOBODY.includes(name)) ?? names.at(-1) ?? free?.text;
}

// Rule 5.
function typeOf(words: readonly Word[], addressed: boolean): string | undefined {
  const free = words.filter(({ behind, text }) => behind !== 'channel' && !/^(to=|functions\.)/.test(text));
  const named = free.findLast(({ text }) => TYPES.includes(text.toLowerCase()));
  const marked = free.findLast(({ behind }) => behind === 'constrain');
  const lonely = addressed && free.length === 1 && free[0] === words.at(-1) ? free[0] : undefined;
  return (named ?? marked ?? lonely)?.text;
}
