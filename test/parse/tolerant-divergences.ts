/** What mode tolerant answers to a vector that the reference accepts, computed from the reference's answer. */
import { Kind, kindOf } from '../../lib/wire/index.ts';
import { SPACE } from './reference-header.ts';
import { readTolerantHeader } from './tolerant-header.ts';
import { normal, type ReferenceMessage, type Vector } from './vectors.ts';
import { type DepartureKind, decode, type Walk, type WalkedHeader, walk } from './walk.ts';

type HeaderKind = 'role or name' | 'channel' | 'recipient' | 'content type';
export type TolerantKind =
  | 'equal'
  | 'refused by the reference'
  | DepartureKind
  | 'loose text in a header’s place'
  | HeaderKind;

export interface TolerantExpectation {
  kind: TolerantKind;
  /** Undefined: the reference's answer holds too little, the expected one stands in tolerant-reviewed.jsonl. */
  messages: ReferenceMessage[] | undefined;
}

/** Where the reference goes on as if nothing had been: its message is one of ours with other fields or content. */
const COMPUTED: readonly DepartureKind[] = [
  'message or constrain token in a body',
  'unknown id',
  'start token first though a role was given',
  // Both are about strict headers; the tolerant grammar has its own rules.
  'sole leftover content type',
  'control marker in a name',
];

/** Of an input that the reference refuses nothing can be computed. */
export const refused: TolerantExpectation = { kind: 'refused by the reference', messages: undefined };

/** The kind of divergence of an input that the reference accepts, and what we expect. */
export function expectTolerant(vector: Vector, reference: readonly ReferenceMessage[]): TolerantExpectation {
  const walked = walk(vector.tokens, vector.role);
  const refused = walked.refusal !== undefined;
  const apart = walked.departures.find(({ kind }) => refused || !COMPUTED.includes(kind));
  if (apart !== undefined) return { kind: apart.kind, messages: undefined };
  if (isLoose(vector)) return { kind: 'loose text in a header’s place', messages: undefined };
  const messages = walked.headers.map((header, i) => change(reference[i] as ReferenceMessage, header, vector.tokens));
  if (JSON.stringify(messages) === JSON.stringify(reference.map(normal))) return { kind: 'equal', messages };
  return { kind: kindOfChange(walked, messages, reference), messages };
}

function change(message: ReferenceMessage, header: WalkedHeader, tokens: readonly number[]): ReferenceMessage {
  const { contentType, ...fields } = readTolerantHeader(header.raw, header.given);
  const body = tokens.slice(header.from, header.until);
  const content = body.some((id) => DROPPED.includes(kindOf(id)) || kindOf(id) === Kind.Unknown)
    ? contentOf(body)
    : message.content;
  return normal({ ...fields, content, content_type: contentType });
}

const DROPPED: readonly Kind[] = [Kind.Message, Kind.Constrain];

// A half character never crosses a marker or an unknown id.
function contentOf(body: readonly number[]): string {
  let content = '';
  let from = 0;
  body.forEach((id, i) => {
    if (kindOf(id) === Kind.Text) return;
    content += decode(body.slice(from, i));
    if (!DROPPED.includes(kindOf(id))) content += decode([id]);
    from = i + 1;
  });
  return content + decode(body.slice(from));
}

function kindOfChange(
  { departures }: Walk,
  messages: readonly ReferenceMessage[],
  reference: readonly ReferenceMessage[],
): TolerantKind {
  const envelope = departures.find(
    ({ code, kind }) => code !== 'junk_in_header' && kind !== 'sole leftover content type',
  );
  if (envelope !== undefined) return envelope.kind;
  const differs = (pick: (message: ReferenceMessage) => string | undefined) =>
    messages.some((message, i) => pick(message) !== pick(reference[i] as ReferenceMessage));
  if (differs((m) => m.role) || differs((m) => m.name)) return 'role or name';
  if (differs((m) => m.channel)) return 'channel';
  return differs((m) => m.recipient) ? 'recipient' : 'content type';
}

const HEADER_WORDS = /^(system|developer|user|assistant|tool|(assistant)?(analysis|commentary|final)|json|code)$/;
const GAP = new RegExp(`[${SPACE}]+`, 'u');

/** Unmarked text at the start of a given header that is no beginning of a header (rule 9). */
function isLoose({ tokens, role }: Vector): boolean {
  if (role === null) return false;
  const plain = [Kind.Text, Kind.Reserved, Kind.Unknown] as readonly Kind[];
  const end = tokens.findIndex((id) => !plain.includes(kindOf(id)));
  const words = decode(end < 0 ? tokens : tokens.slice(0, end))
    .split(GAP)
    .filter((word) => word !== '');
  const open = words.findIndex((word) => word.startsWith('to='));
  return !words.slice(0, open < 0 ? words.length : open).every((word) => HEADER_WORDS.test(word));
}
