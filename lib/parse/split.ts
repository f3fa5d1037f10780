/**
 * A header that ended without a message token is split into header and content, from the left (grammar rule 8).
 * A channel marker inside the content begins a further message, so one header may give several.
 */
import {
  controlMarkerAt,
  hasControlMarker,
  type IssueCode,
  isWhiteSpace,
  Kind,
  markerLength,
  type Role,
  SPELLING,
  skipWhiteSpace,
  trimWhiteSpace,
} from '../wire/index.ts';
import { type HeaderContext, type HeaderFields, type HeaderIssue, judgeRoleWord } from './header.ts';
import {
  CHANNELS,
  CONTENT_TYPES,
  channelOf,
  gluedToAssistant,
  isContentType,
  isNobody,
  namedRoleOf,
  nameEnd,
  roleOf,
  wordEnd,
} from './words.ts';

export interface SplitPart {
  fields: HeaderFields;
  /** The part of the raw header that belongs to the header. */
  header: string;
  content: string;
}

/** Splits `raw`; at least one part, the last one ends as the header ended. */
export function splitHeader(raw: string, context: HeaderContext): SplitPart[] {
  if (context.given !== null && !hasControlMarker(raw)) return [wholeContent(raw, context.given)];
  const parts: SplitPart[] = [];
  let author: Author | undefined;
  for (let from = 0; ; ) {
    const reader = new PartReader(raw, from, context, author);
    const contentStart = reader.readHeader();
    author = reader.author;
    const { content, end, strays } = readContent(raw, contentStart);
    for (let i = 0; i < strays; i++) reader.say('stray_token');
    parts.push({ fields: reader.fields(), header: raw.slice(from, contentStart), content });
    if (end === raw.length) return parts;
    from = end;
  }
}

/**
 * True if the input stopped inside a piece of this part's header: what looks like content is the beginning of a channel
 * behind its marker, of a content type behind the constrain marker, of a recipient. (`<|channel|>comm` is how a
 * generation ends that was cut at a token limit: "commentary" is two tokens.)
 */
export function stopsInHeader({ header, content }: SplitPart): boolean {
  if (content === '' || header === '') return content === '';
  const behind = trimWhiteSpace(header);
  const begins = (pieces: readonly string[]) =>
    pieces.some((piece) => piece.length > content.length && piece.startsWith(content));
  if (behind.endsWith(SPELLING[Kind.Channel]!)) return begins([...CHANNELS, 'functions.']);
  if (behind.endsWith(SPELLING[Kind.Constrain]!)) return begins(CONTENT_TYPES);
  return hasControlMarker(header) && behind.length < header.length && begins(['to=', 'json']);
}

function wholeContent(raw: string, role: Role): SplitPart {
  const issues: HeaderIssue[] = role === 'assistant' ? [{ code: 'no_channel', text: undefined }] : [];
  const fields = {
    role,
    name: undefined,
    recipient: undefined,
    channel: undefined,
    contentType: undefined,
    constrained: false,
    issues,
  };
  return { fields, header: '', content: raw };
}

// Content runs to the next channel marker; other markers are dropped from it.
function readContent(raw: string, from: number): { content: string; end: number; strays: number } {
  let content = '';
  let strays = 0;
  let copied = from;
  for (let at = raw.indexOf('<|', from); at >= 0; at = raw.indexOf('<|', at)) {
    const marker = controlMarkerAt(raw, at);
    if (marker === Kind.Text) {
      at += 2;
      continue;
    }
    content += raw.slice(copied, at);
    if (marker === Kind.Channel) return { content, end: at, strays };
    strays++;
    at += markerLength(marker);
    copied = at;
  }
  return { content: content + raw.slice(copied), end: raw.length, strays };
}

interface Author {
  role: Role;
  name: string | undefined;
}

class PartReader {
  private readonly raw: string;
  private readonly context: HeaderContext;
  private at: number;
  private known: Author | undefined;
  private roleWord: string | undefined;
  private readonly recipients: string[] = [];
  private channel: string | undefined;
  private channelMarkers = 0;
  private emptyChannel = false;
  private contentType: string | undefined;
  private constrained = false;
  private readonly issues: HeaderIssue[] = [];

  constructor(raw: string, from: number, context: HeaderContext, author: Author | undefined) {
    this.raw = raw;
    this.at = from;
    this.context = context;
    this.known = author;
  }

  say(code: IssueCode, text?: string): void {
    this.issues.push({ code, text });
  }

  get author(): Author {
    return this.known!;
  }

  /** Reads the header from the left; returns where the content begins. */
  readHeader(): number {
    if (this.known !== undefined || this.readRole()) {
      while (this.readPiece()) {
        // Each piece moves `at` on.
      }
    }
    this.settle();
    return this.at;
  }

  fields(): HeaderFields {
    return {
      ...this.author,
      recipient: this.recipient(),
      channel: this.channel,
      contentType: this.contentType,
      constrained: this.constrained,
      issues: this.issues,
    };
  }

  // False if the content begins here.
  private readRole(): boolean {
    const { raw } = this;
    this.at = skipWhiteSpace(raw, this.at);
    const end = wordEnd(raw, this.at);
    const word = raw.slice(this.at, end);
    const { given } = this.context;
    const role = roleOf(word);
    const named = namedRoleOf(word);
    if (role !== undefined && (given === null || given === role)) return this.take(end, { role, name: undefined });
    if (named !== undefined && (given === null || given === named.role)) return this.take(end, named);
    if (given !== null) {
      this.known = { role: given, name: undefined };
      return true;
    }
    const glued = gluedToAssistant(word);
    if (glued !== undefined) return this.takeGlued(end - glued.length, end, glued);
    return this.readRoleWord(word, end);
  }

  private take(end: number, author: Author): boolean {
    this.at = end;
    this.known = author;
    return true;
  }

  private takeGlued(from: number, end: number, glued: string): boolean {
    const channel = channelOf(glued);
    this.known = { role: 'assistant', name: undefined };
    this.at = channel === undefined ? from : end;
    if (channel === undefined) return glued.startsWith('to=');
    this.channel = channel;
    this.say('channel_word_without_marker');
    return true;
  }

  private readRoleWord(word: string, end: number): boolean {
    if (word === '' || word.startsWith('to=')) {
      this.say('missing_role');
      this.known = { role: 'assistant', name: undefined };
      return true;
    }
    if (!word.includes('.') && !this.headerFollows(end)) {
      this.say('missing_role');
      this.known = { role: 'assistant', name: undefined };
      return false;
    }
    this.at = end;
    const channel = channelOf(word);
    if (channel === undefined) {
      this.roleWord = word;
      return true;
    }
    this.say('missing_role');
    this.say('channel_word_without_marker');
    this.channel = channel;
    this.known = { role: 'assistant', name: undefined };
    return true;
  }

  // A marker, ` to=` or nothing follows.
  private headerFollows(end: number): boolean {
    const next = skipWhiteSpace(this.raw, end);
    return (
      next === this.raw.length ||
      controlMarkerAt(this.raw, next) !== Kind.Text ||
      (next > end && this.raw.startsWith('to=', next))
    );
  }

  // One piece of the header; false if none stands here, then `at` is where the content begins.
  private readPiece(): boolean {
    this.at = skipWhiteSpace(this.raw, this.at);
    if (this.at === this.raw.length) return false;
    const marker = controlMarkerAt(this.raw, this.at);
    if (marker === Kind.Channel) return this.readChannel(this.at + markerLength(marker));
    if (marker === Kind.Constrain) return this.readConstrain(this.at + markerLength(marker));
    if (marker !== Kind.Text) {
      this.say('stray_token');
      this.at += markerLength(marker);
      return true;
    }
    return this.readRecipient() || this.readContentType();
  }

  private readChannel(after: number): boolean {
    const { raw } = this;
    const from = skipWhiteSpace(raw, after);
    this.channelMarkers++;
    this.at = from;
    if (from === raw.length || controlMarkerAt(raw, from) !== Kind.Text) {
      this.emptyChannel = true;
      return true;
    }
    const lower = raw.slice(from, from + 10).toLowerCase();
    const name = CHANNELS.find((channel) => lower.startsWith(channel));
    if (name !== undefined) return this.takeChannel(name, from);
    if (raw.startsWith('functions.', from)) {
      const end = nameEnd(raw, from);
      this.recipients.push(raw.slice(from, end));
      this.say('recipient_in_channel');
      this.at = end;
      return true;
    }
    this.say('unknown_channel');
    return false;
  }

  private takeChannel(name: string, from: number): boolean {
    const { raw } = this;
    this.channel = name;
    this.at = from + name.length;
    if (this.boundaryAt(this.at, '') || raw.startsWith('to=', this.at)) return true;
    if (!'{['.includes(raw[this.at]!)) this.say('unknown_channel');
    return this.readContentType();
  }

  private readConstrain(after: number): boolean {
    this.constrained = true;
    this.at = skipWhiteSpace(this.raw, after);
    if (controlMarkerAt(this.raw, this.at) !== Kind.Text) return true;
    const end = nameEnd(this.raw, this.at);
    const word = this.raw.slice(this.at, end);
    if (!isContentType(word) || !this.boundaryAt(end, '{["')) return false;
    this.contentType = word;
    this.at = end;
    return true;
  }

  private readRecipient(): boolean {
    if (!this.raw.startsWith('to=', this.at)) return false;
    const end = nameEnd(this.raw, this.at + 3);
    this.recipients.push(this.raw.slice(this.at + 3, end));
    this.at = end;
    return true;
  }

  private readContentType(): boolean {
    const end = nameEnd(this.raw, this.at);
    const word = this.raw.slice(this.at, end);
    if (!isContentType(word)) return false;
    const next = this.raw.charCodeAt(end);
    const direct = this.boundaryAt(end, '{[') && !isWhiteSpace(next);
    const behindRecipient = this.recipients.length > 0 && this.boundaryAt(end, '{["');
    if (!direct && !behindRecipient) return false;
    this.contentType = word;
    this.at = end;
    return true;
  }

  // The end, white space, a marker, or one of `openers` stands at `at`.
  private boundaryAt(at: number, openers: string): boolean {
    const { raw } = this;
    if (at >= raw.length || isWhiteSpace(raw.charCodeAt(at))) return true;
    return openers.includes(raw[at]!) ? true : controlMarkerAt(raw, at) !== Kind.Text;
  }

  private recipient(): string | undefined {
    return this.recipients.findLast((name) => !isNobody(name)) ?? this.recipients.at(-1);
  }

  private settle(): void {
    const recipient = this.recipient();
    if (this.roleWord !== undefined) {
      const { issue, ...author } = judgeRoleWord(this.roleWord, this.channel, recipient);
      this.known = author;
      if (issue !== undefined) this.issues.unshift(issue);
    }
    if (this.emptyChannel && this.channel === undefined) this.say('empty_channel');
    if (this.channelMarkers > 1) this.say('duplicate_channel');
    if (this.recipients.length > 1) this.say('duplicate_recipient');
    const heard = this.channel !== undefined || recipient !== undefined;
    const said = this.issues.some(({ code }) => code === 'unknown_channel' || code === 'empty_channel');
    if (this.author.role === 'assistant' && !heard && !said) this.say('no_channel');
  }
}
