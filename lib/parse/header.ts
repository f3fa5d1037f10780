/**
 * The header grammar of tolerant mode: what role, name, recipient, channel and content type a raw header means.
 * Rules are numbered as in docs/design.md. Nothing here throws: what cannot be read becomes an issue with its text.
 */
import {
  controlMarkerAt,
  type IssueCode,
  isWhiteSpace,
  Kind,
  markerLength,
  type Role,
  skipWhiteSpace,
} from '../wire/index.ts';
import {
  channelOf,
  gluedToAssistant,
  guessChannel,
  isAscii,
  isContentType,
  isNobody,
  isRecipientLike,
  namedRoleOf,
  nameEnd,
  roleOf,
  wordEnd,
} from './words.ts';

/** A remark of the grammar; the envelope adds message index and position. */
export interface HeaderIssue {
  code: IssueCode;
  text: string | undefined;
}

/** What a header says. */
export interface HeaderFields {
  role: Role;
  name: string | undefined;
  recipient: string | undefined;
  channel: string | undefined;
  contentType: string | undefined;
  constrained: boolean;
  issues: readonly HeaderIssue[];
}

/** What the caller knows before the header is read. */
export interface HeaderContext {
  /** Role that was given (by the caller, or because the start token is missing); null if the header must name it. */
  given: Role | null;
  /** Names of tools that may stand in the channel's place. */
  tools: ReadonlySet<string> | undefined;
}

interface Word {
  text: string;
  /** Its place among the words. */
  index: number;
  /** Before the first channel marker. */
  inRoleSection: boolean;
  /** Before any marker. */
  beforeMarkers: boolean;
  /** Directly behind a constrain marker. */
  typePlace: boolean;
  /** What is left over when the other rules have taken their part; '' when nothing is. */
  rest: string;
}

interface ChannelPlace {
  word: Word | undefined;
}

interface Lexed {
  words: Word[];
  places: ChannelPlace[];
  constrained: boolean;
}

function lex(raw: string): Lexed {
  const words: Word[] = [];
  const places: ChannelPlace[] = [];
  let constrained = false;
  let behind: Kind = Kind.Text;
  let markers = 0;
  for (let i = skipWhiteSpace(raw, 0); i < raw.length; i = skipWhiteSpace(raw, i)) {
    const marker = controlMarkerAt(raw, i);
    if (marker !== Kind.Text) {
      behind = marker;
      markers++;
      if (marker === Kind.Channel) places.push({ word: undefined });
      if (marker === Kind.Constrain) constrained = true;
      i += markerLength(marker);
      continue;
    }
    const end = wordEnd(raw, i);
    const text = raw.slice(i, end);
    const word: Word = {
      text,
      index: words.length,
      rest: text,
      inRoleSection: places.length === 0,
      beforeMarkers: markers === 0,
      typePlace: behind === Kind.Constrain,
    };
    words.push(word);
    if (behind === Kind.Channel) places[places.length - 1]!.word = word;
    behind = Kind.Text;
    i = end;
  }
  return { words, places, constrained };
}

interface Recipient {
  name: string;
  inChannelPlace: boolean;
  wordIndex: number;
}

/** Reads one header: a fresh reader per header, the fields are what the rules have found so far. */
class HeaderReader {
  private readonly words: Word[];
  private readonly places: ChannelPlace[];
  private readonly constrained: boolean;
  private readonly context: HeaderContext;
  private readonly issues: HeaderIssue[] = [];
  private readonly recipients: Recipient[] = [];
  private channel: string | undefined;
  private contentType: string | undefined;
  private typeIndex = -1;

  constructor(raw: string, context: HeaderContext) {
    const lexed = lex(raw);
    this.words = lexed.words;
    this.places = lexed.places;
    this.constrained = lexed.constrained;
    this.context = context;
  }

  read(): HeaderFields {
    const role = this.takeRole();
    const channelIssues = this.takeChannel();
    const recipient = this.takeRecipient();
    this.takeContentType();
    const { role: settled, name } = this.settleRole(role, recipient);
    for (const issue of channelIssues) this.issues.push(issue);
    this.remarkOnRecipients();
    this.reportJunk();
    const unheard = channelIssues.some((issue) => issue.code === 'empty_channel' || issue.code === 'unknown_channel');
    if (settled === 'assistant' && this.channel === undefined && recipient === undefined && !unheard) {
      this.say('no_channel');
    }
    return {
      role: settled,
      name,
      recipient,
      channel: this.channel,
      contentType: this.contentType,
      constrained: this.constrained,
      issues: this.issues,
    };
  }

  private say(code: IssueCode, text?: string): void {
    this.issues.push({ code, text });
  }

  // Rule 1, first half: takes the word that names the role; a word that only later rules can judge is returned.
  private takeRole(): { role: Role | undefined; name: string | undefined; word: Word | undefined } {
    const { given } = this.context;
    const first = this.words[0]?.beforeMarkers ? this.words[0] : undefined;
    if (first !== undefined) {
      const named = namedRoleOf(first.text);
      const role = roleOf(first.text);
      if (role !== undefined && (given === null || given === role)) {
        first.rest = '';
        return { role, name: undefined, word: undefined };
      }
      if (named !== undefined && (given === null || given === named.role)) {
        first.rest = '';
        return { ...named, word: undefined };
      }
      const glued = gluedToAssistant(first.text);
      if (glued !== undefined && (given === null || (given === 'assistant' && meansSomething(glued)))) {
        first.text = glued;
        first.rest = glued;
        return { role: 'assistant', name: undefined, word: undefined };
      }
    }
    if (given !== null) return { role: given, name: undefined, word: undefined };
    if (first === undefined || first.text.startsWith('to=') || channelOf(first.text) !== undefined) {
      this.say('missing_role');
      return { role: 'assistant', name: undefined, word: undefined };
    }
    first.rest = '';
    return { role: undefined, name: undefined, word: first };
  }

  // Rule 1, second half: an unknown word is a tool's name unless the rest of the header says otherwise.
  private settleRole(
    taken: { role: Role | undefined; name: string | undefined; word: Word | undefined },
    recipient: string | undefined,
  ): { role: Role; name: string | undefined } {
    if (taken.role !== undefined) return { role: taken.role, name: taken.name };
    const settled = judgeRoleWord(taken.word!.text, this.channel, recipient);
    if (settled.issue !== undefined) this.issues.unshift(settled.issue);
    return settled;
  }

  // Rule 2.
  private takeChannel(): HeaderIssue[] {
    const issues: HeaderIssue[] = [];
    let known: string | undefined;
    let unknown: string | undefined;
    let empty = false;
    this.places.forEach(({ word }, place) => {
      if (word === undefined) {
        empty = true;
        return;
      }
      const glued = word.text.indexOf('to=');
      if (glued >= 0) {
        this.addRecipient(word, glued, false);
      }
      const text = glued < 0 ? word.text : word.text.slice(0, glued);
      if (text === '') return;
      if (glued < 0) word.rest = '';
      const exact = channelOf(text);
      if (exact !== undefined) {
        known = exact;
      } else if (isRecipientLike(text, this.context.tools)) {
        word.text = text;
        this.addRecipient(word, -3, true);
        issues.push({ code: 'recipient_in_channel', text: undefined });
      } else if (place > 0 && isContentType(text)) {
        this.setContentType(text, word.index);
      } else {
        const guess = guessChannel(text);
        if (guess === undefined) unknown = text;
        else known = guess;
        issues.push({ code: 'unknown_channel', text });
      }
    });
    for (const word of this.words) {
      if (!word.inRoleSection || word.rest === '' || word.rest !== word.text) continue;
      const bare = channelOf(word.text);
      if (bare === undefined) continue;
      word.rest = '';
      issues.push({ code: 'channel_word_without_marker', text: undefined });
      known ??= bare;
    }
    this.channel = known ?? unknown;
    if (empty && known === undefined) issues.push({ code: 'empty_channel', text: undefined });
    if (this.places.length > 1) issues.push({ code: 'duplicate_channel', text: undefined });
    return issues;
  }

  private addRecipient(word: Word, at: number, inChannelPlace: boolean): void {
    const from = at + 3;
    const end = nameEnd(word.text, from);
    this.recipients.push({
      name: word.text.slice(from, end),
      inChannelPlace,
      wordIndex: word.index,
    });
    word.rest = word.text.slice(end);
  }

  // Rule 3.
  private takeRecipient(): string | undefined {
    this.words.forEach((word) => {
      if (word.rest === word.text && word.text.startsWith('to=')) this.addRecipient(word, 0, false);
    });
    if (this.recipients.length === 0) return this.freeRecipient();
    this.recipients.sort((a, b) => a.wordIndex - b.wordIndex);
    const addressed = this.recipients.filter((recipient) => !isNobody(recipient.name));
    return (addressed.at(-1) ?? this.recipients.at(-1)!).name;
  }

  private freeRecipient(): string | undefined {
    for (let i = this.words.length - 1; i >= 0; i--) {
      const word = this.words[i]!;
      if (word.rest !== word.text || !word.text.startsWith('functions.')) continue;
      const name = word.text.slice(0, nameEnd(word.text, 0)).replace(/:$/, '');
      if (name === 'functions.') continue;
      // It stays in the junk, so that the remark shows it; it only may not become the content type.
      word.typePlace = false;
      return name;
    }
    return undefined;
  }

  private remarkOnRecipients(): void {
    const { recipients } = this;
    const oddPair =
      recipients.length === 2 &&
      recipients.some((r) => r.inChannelPlace) &&
      recipients.some((r) => !r.inChannelPlace && r.name === 'assistant');
    if (recipients.length > 1 && !oddPair) this.say('duplicate_recipient');
    const late = recipients.some((r) => !r.inChannelPlace && r.wordIndex > this.typeIndex);
    if (this.typeIndex >= 0 && late) this.say('header_order');
  }

  // Rule 5.
  private takeContentType(): void {
    const free = this.words.filter((word) => word.rest === word.text && word.rest !== '');
    const named = free.filter((word) => isContentType(word.text));
    const winner = named.at(-1) ?? this.typeAfterMarker(free) ?? this.lonelyType(free);
    if (winner !== undefined && (this.contentType === undefined || winner.index > this.typeIndex)) {
      this.setContentType(winner.text, winner.index);
    }
    for (const word of named) if (word.text.toLowerCase() === this.contentType?.toLowerCase()) word.rest = '';
    if (winner !== undefined) winner.rest = '';
  }

  private typeAfterMarker(free: readonly Word[]): Word | undefined {
    return this.contentType === undefined ? free.findLast((word) => word.typePlace) : undefined;
  }

  // `to=f yaml`: one word left, the last of the header, behind a recipient.
  private lonelyType(free: readonly Word[]): Word | undefined {
    const [only] = free;
    if (free.length !== 1 || only === undefined || only !== this.words.at(-1)) return undefined;
    return this.recipients.length > 0 && this.contentType === undefined ? only : undefined;
  }

  private setContentType(text: string, index: number): void {
    this.contentType = text;
    this.typeIndex = index;
  }

  // Rule 6.
  private reportJunk(): void {
    const junk = this.words.map((word) => word.rest).filter((rest) => rest !== '');
    if (junk.length > 0) this.say('junk_in_header', junk.join(' '));
  }
}

function meansSomething(glued: string): boolean {
  return channelOf(glued) !== undefined || glued.startsWith('to=');
}

/** Rule 1: what an unknown word in the role's place means, given what the rest of the header says. */
export function judgeRoleWord(
  word: string,
  channel: string | undefined,
  recipient: string | undefined,
): { role: Role; name: string | undefined; issue: HeaderIssue | undefined } {
  const assistant = { role: 'assistant', name: undefined, issue: { code: 'missing_role', text: word } } as const;
  if (channel === 'final') return assistant;
  if (recipient === 'assistant' || recipient === 'all' || word.includes('.')) {
    return { role: 'tool', name: word, issue: undefined };
  }
  if (!isAscii(word)) return assistant;
  return { role: 'tool', name: word, issue: { code: 'tool_name_as_role', text: undefined } };
}

/** Reads a complete header (grammar rules 1 to 7). */
export function readHeader(raw: string, context: HeaderContext): HeaderFields {
  return new HeaderReader(raw, context).read();
}

/** The only word of `raw`, if it is a role (or repeats the given one); else undefined. */
export function bareRole(raw: string, given: Role | null): string | undefined {
  const start = skipWhiteSpace(raw, 0);
  const end = wordEnd(raw, start);
  if (start === end || skipWhiteSpace(raw, end) !== raw.length) return undefined;
  const word = raw.slice(start, end);
  const role = roleOf(word);
  return role !== undefined && (given === null || given === role) ? word : undefined;
}

/** True if nothing but white space stands in `raw`. */
export function isEmptyHeader(raw: string): boolean {
  for (let i = 0; i < raw.length; i++) if (!isWhiteSpace(raw.charCodeAt(i))) return false;
  return true;
}
