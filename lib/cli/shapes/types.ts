/** What a record gives: generations, and parts that should be one but are not. */
import type { ParseResult, Role } from '../../wire/index.ts';
import type { Ids } from '../json.ts';

export type GenerationInput =
  | { kind: 'ids'; ids: Ids; prefill: Ids | undefined }
  | { kind: 'text'; text: string; prefill: string | undefined }
  /** Parsed by a server before it was logged; `callIds` are its call ids, in order. */
  | { kind: 'parsed'; result: ParseResult; callIds: (string | undefined)[] };

export interface Generation {
  /** Path of the value in the record, '' if the record is the value. */
  field: string;
  input: GenerationInput;
  /** The role that the prompt ended with; `null` where the input holds its own start tokens. */
  role: Role | null;
  /** The record's own finish reason, in the words of Chat Completions where it has one of them. */
  finishReason: string | undefined;
}

export interface Failure {
  field: string;
  error: Error & { code: string };
}

export type Outcome = Generation | Failure;

export function isFailure(outcome: Outcome): outcome is Failure {
  return 'error' in outcome;
}

/** How much a find is worth: ids beat text, completion beats prompt + completion, raw beats parsed. */
export const Rank = {
  None: 0,
  /** A conversation that does not end with the assistant: most likely the prompt. */
  Prompt: 2,
  /** A field of unknown name that mentions a marker somewhere: a note about Harmony does so too. */
  Mention: 4,
  /** A known field that is an empty string or an empty list of ids. */
  Empty: 6,
  /** An empty answer with reasoning or calls beside it. */
  EmptyAnswer: 8,
  Parsed: 10,
  /** Text without a marker: a final answer, or markers were skipped when it was decoded. */
  PlainText: 20,
  /** Integers without a control token: numbers of another kind, if marked text stands beside them. */
  PlainIds: 25,
  WholeText: 30,
  Text: 40,
  WholeIds: 50,
  Ids: 60,
} as const;

export interface Find {
  rank: number;
  outcomes: Outcome[];
}

export const NOTHING: Find = { rank: Rank.None, outcomes: [] };

/** From this rank on it is raw wire, beyond doubt. */
export function isRaw(find: Find): boolean {
  return find.rank >= Rank.WholeText;
}
