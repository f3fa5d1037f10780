/**
 * A walk over the kinds of an input's tokens: where the envelope of product.md and that of the reference part.
 * It knows nothing of `lib/parse`: the vocabulary and the table of token kinds are all it shares with it.
 */
import { readFileSync } from 'node:fs';
import { type IssueCode, isBlank, Kind, kindOf, openVocabulary, type Role, specialName } from '../../lib/wire/index.ts';
import { type ReadHeader, readReferenceHeader, trim } from './reference-header.ts';

/** What the two do differently, by what stands in the input. docs/divergences.md says it in words. */
export type DepartureKind =
  | 'stop or start token in a header'
  | 'stop token in an empty header'
  | 'start token first though a role was given'
  | 'start or channel token in a body'
  | 'message or constrain token in a body'
  | 'unknown id'
  | 'endoftext'
  | 'white space between messages'
  | 'sole leftover content type'
  | 'control marker in a name';

export interface Departure {
  kind: DepartureKind;
  at: number;
  /** What strict mode throws there; undefined if both go on. */
  code: IssueCode | undefined;
  /** Messages that are complete before it. */
  complete: number;
  /** The message it is in. */
  index: number;
}

export interface WalkedHeader {
  raw: string;
  given: Role | null;
  /** Body tokens: [from, until). */
  from: number;
  until: number;
}

export interface Walk {
  departures: Departure[];
  /** An input that both refuse, at the same place. */
  refusal: { code: IssueCode; at: number; complete: number } | undefined;
  headers: WalkedHeader[];
  complete: number;
}

const vocabulary = openVocabulary(readFileSync(new URL('../../dist/o200k_harmony.bin', import.meta.url)));
const STOPS: readonly Kind[] = [Kind.End, Kind.Return, Kind.Call];
const ROLES = ['system', 'developer', 'user', 'assistant', 'tool'];

/** The text of ids as WHATWG decoding gives it; special ids are their names, an unknown id is one U+FFFD. */
export function decode(ids: readonly number[], fatal = false): string {
  const pieces = ids.flatMap((id) => {
    if (kindOf(id) === Kind.Unknown) return [...REPLACEMENT];
    return kindOf(id) === Kind.Text ? [...vocabulary.bytes(id)] : [...new TextEncoder().encode(specialName(id))];
  });
  return new TextDecoder('utf-8', { ignoreBOM: true, fatal }).decode(Uint8Array.from(pieces));
}

const REPLACEMENT = new TextEncoder().encode('\ufffd');

export function walk(tokens: readonly number[], role: Role | null): Walk {
  return new Walker(tokens, role).run();
}

class Walker {
  private readonly tokens: readonly number[];
  private at = 0;
  private given: Role | null;
  private readonly out: Walk = { departures: [], refusal: undefined, headers: [], complete: 0 };

  constructor(tokens: readonly number[], role: Role | null) {
    this.tokens = tokens;
    this.given = role;
  }

  run(): Walk {
    let on = this.given === null || this.header();
    while (on && this.at < this.tokens.length) on = this.idle();
    return this.out;
  }

  private kind(): Kind {
    return kindOf(this.tokens[this.at] as number);
  }

  private depart(kind: DepartureKind, code?: IssueCode): void {
    const { complete } = this.out;
    this.out.departures.push({ kind, at: this.at, code, complete, index: complete });
  }

  private refuse(code: IssueCode): false {
    this.out.refusal = { code, at: this.at, complete: this.out.complete };
    return false;
  }

  // Between messages; false if nothing can follow.
  private idle(): boolean {
    const kind = this.kind();
    if (kind === Kind.Start) {
      this.at++;
      this.given = null;
      return this.header();
    }
    if (kind === Kind.Text) return this.idleText();
    if (kind === Kind.EndOfText) {
      this.depart('endoftext');
      this.at++;
      return true;
    }
    return this.refuse(idleCode(kind));
  }

  private idleText(): boolean {
    const from = this.at;
    while (this.at < this.tokens.length && this.kind() === Kind.Text) {
      if (!isBlank(decode(this.tokens.slice(from, this.at + 1)))) return this.refuse('text_between_messages');
      if (this.at === from) this.depart('white space between messages');
      this.at++;
    }
    return true;
  }

  private header(): boolean {
    let from = this.at;
    for (; this.at < this.tokens.length; this.at++) {
      const kind = this.kind();
      const raw = () => decode(this.tokens.slice(from, this.at));
      if (kind === Kind.Message) return this.complete(from);
      if (kind === Kind.Unknown) this.depart('unknown id', 'unknown_token');
      if (kind === Kind.EndOfText) {
        this.depart('endoftext', 'truncated_header');
        return false;
      }
      if (STOPS.includes(kind)) {
        if (isBlank(raw())) this.depart('stop token in an empty header', 'stray_stop_token');
        else this.depart('stop or start token in a header', 'missing_message_token');
        return false;
      }
      if (kind === Kind.Start) {
        if (this.at > 0) {
          const again = isBlank(raw()) || isBareRole(raw(), this.given);
          this.depart('stop or start token in a header', again ? 'duplicate_start' : 'missing_message_token');
          return false;
        }
        this.depart('start token first though a role was given');
        this.given = null;
        from = 1;
      }
    }
    return this.refuse('truncated_header');
  }

  private complete(from: number): boolean {
    const ids = this.tokens.slice(from, this.at);
    let raw: string;
    try {
      raw = decode(ids, true);
    } catch {
      return this.refuse('junk_in_header');
    }
    const read = readReferenceHeader(raw, this.given);
    if ('refused' in read) return this.refuse(read.refused);
    if (isSoleType(read)) this.depart('sole leftover content type');
    else if (namesOf(read).some((name) => MARKER.test(name))) this.depart('control marker in a name', 'junk_in_header');
    this.at++;
    this.out.headers.push({ raw, given: this.given, from: this.at, until: this.at });
    return this.body();
  }

  private body(): boolean {
    const header = this.out.headers.at(-1) as WalkedHeader;
    for (; this.at < this.tokens.length; this.at++) {
      header.until = this.at;
      const kind = this.kind();
      if (STOPS.includes(kind) || kind === Kind.EndOfText) {
        if (kind === Kind.EndOfText) this.depart('endoftext');
        this.at++;
        this.out.complete++;
        return true;
      }
      if (kind === Kind.Start || kind === Kind.Channel) {
        this.depart('start or channel token in a body', 'missing_end');
        return false;
      }
      if (kind === Kind.Message || kind === Kind.Constrain) {
        this.depart('message or constrain token in a body', 'stray_token');
      }
      if (kind === Kind.Unknown) this.depart('unknown id', 'unknown_token');
    }
    header.until = this.at;
    this.out.complete++;
    return false;
  }
}

const MARKER = /<\|(start|end|return|call|message|channel|constrain)\|>/;

/** What is read from a token that may not stand between messages. */
export function idleCode(kind: Kind): IssueCode {
  if (STOPS.includes(kind)) return 'stray_stop_token';
  if (kind === Kind.Channel || kind === Kind.Message) return 'missing_start';
  if (kind === Kind.Unknown) return 'unknown_token';
  return kind === Kind.Text ? 'text_between_messages' : 'stray_token';
}

function isBareRole(raw: string, given: Role | null): boolean {
  const word = trim(raw).toLowerCase();
  return ROLES.includes(word) && (given === null || given === word);
}

function isSoleType({ rest }: ReadHeader): boolean {
  const [only] = rest;
  if (rest.length !== 1 || only === undefined) return false;
  return ['json', 'code', 'text'].includes(only) || (only.startsWith('<|constrain|>') && !MARKER.test(only.slice(13)));
}

function namesOf({ name, channel, recipient, contentType }: ReadHeader): string[] {
  const type = contentType?.startsWith('<|constrain|>') ? contentType.slice(13) : contentType;
  return [name, channel, recipient, type].filter((value) => value !== undefined);
}
