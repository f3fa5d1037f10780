/** What mode strict answers to a vector: the reference's answer, changed where docs/divergences.md says so. */
import { type IssueCode, kindOf } from '../../lib/wire/index.ts';
import { normal, type ReferenceMessage, type Refused, type Vector } from './vectors.ts';
import { type Departure, type DepartureKind, idleCode, type Walk, walk } from './walk.ts';

export type StrictAnswer =
  | { ok: true; messages: ReferenceMessage[] }
  | { ok: false; code: IssueCode; at: number; messages: ReferenceMessage[] };

export interface StrictExpectation {
  kind: 'equal' | DepartureKind;
  answer: StrictAnswer;
}

export function expectStrict(vector: Vector): StrictExpectation {
  const walked = walk(vector.tokens, vector.role);
  const first = walked.departures[0];
  if (first === undefined) return { kind: 'equal', answer: sameAsReference(vector) };
  return { kind: first.kind, answer: changed(vector, walked) };
}

function sameAsReference({ expect, tokens }: Vector): StrictAnswer {
  if (expect.ok) return { ok: true, messages: expect.messages.map(normal) };
  const at = expect.error_at === 'eos' ? tokens.length : expect.error_at;
  return { ok: false, code: codeOf(expect, tokens), at, messages: expect.messages_before_error.map(normal) };
}

/** The reference's errors, one to one. */
export function codeOf({ error, error_chain, error_at }: Refused, tokens: readonly number[]): IssueCode {
  if (error.startsWith('Unexpected EOS')) return 'truncated_header';
  if (error.startsWith('Unexpected token')) return idleCode(kindOf(tokens[error_at as number] as number));
  if (error.startsWith('channel marker present but no channel value')) return 'empty_channel';
  if (error.startsWith('unexpected tokens remaining in message header')) return 'junk_in_header';
  if (/^(Unknown role: |message header did not contain a role)/.test(error)) return 'missing_role';
  if (error === 'could not decode header') {
    return error_chain?.some((cause) => cause.includes('Invalid token')) ? 'unknown_token' : 'junk_in_header';
  }
  throw new Error(`an error of the reference that has no code: ${error}`);
}

// The first departure that strict mode refuses, or the refusal that both share, ends it; the rest changes messages.
function changed({ expect }: Vector, { departures, refusal, complete }: Walk): StrictAnswer {
  const given = expect.ok ? expect.messages : expect.messages_before_error;
  const end = departures.find((departure) => departure.code !== undefined) ?? refusal;
  const count = end?.complete ?? complete;
  if (given.length < count) throw new Error('the reference gives fewer messages than are needed');
  const messages = given.slice(0, count).map((message, index) => {
    const here = departures.filter((departure) => departure.index === index);
    return normal(here.reduce(change, message));
  });
  if (end === undefined) return { ok: true, messages };
  return { ok: false, code: end.code as IssueCode, at: end.at, messages };
}

// What the departures that strict mode accepts make of the reference's message.
function change(message: ReferenceMessage, { kind }: Departure): ReferenceMessage {
  switch (kind) {
    case 'sole leftover content type': {
      const { recipient, ...rest } = message;
      return { ...rest, content_type: recipient as string };
    }
    case 'start token first though a role was given': {
      // The reference takes `<|start|>assistant` for the recipient.
      const { recipient, ...rest } = message;
      return { ...rest, role: (recipient as string).slice('<|start|>'.length) };
    }
    case 'endoftext':
      return { ...message, content: message.content.split('<|endoftext|>', 1)[0] as string };
    default:
      return message;
  }
}
