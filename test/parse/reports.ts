/** Public bug reports as inputs with the right result: test/cases/reports.jsonl. */
import type { ParseOptions, TextParseOptions } from '../../lib/index.ts';
import { CALL, CHANNEL, CONSTRAIN, END, END_OF_TEXT, MESSAGE, RETURN, START } from '../../lib/wire/index.ts';
import { encodeText } from '../support/generate.ts';
import { type ReferenceMessage, readLines } from './vectors.ts';

export interface RightResult {
  reasoning?: string | null;
  content?: string | null;
  content_length?: number;
  tool_calls?: { name: string; arguments?: string; arguments_length?: number }[];
  finish_reason?: string;
  /** Codes, compared as a set. */
  issues?: string[];
  messages?: ReferenceMessage[];
  after_stop?: ReferenceMessage[];
  content_type?: string;
  recipient?: string | null;
  /** Recipients that are built-in tools. */
  builtin?: string[];
  tools_known?: string[];
  options?: { strippedMarkers?: boolean };
  token_counts?: { total: number; reasoning_body: number; content_body: number };
}

export interface Report {
  id: string;
  title: string;
  kind: string;
  raw_form: 'text' | 'tokens' | 'chunks' | 'api' | 'schema' | 'none';
  prompt_ends_with: string | null;
  raw_input: unknown;
  right_result: RightResult;
}

export const reports = readLines<Report>('../cases/reports.jsonl');

export function reportOf(id: string): Report {
  const found = reports.find((report) => report.id === id);
  if (found === undefined) throw new Error(`no report ${id}`);
  return found;
}

export const chunksOf = ({ raw_input }: Report): string[] =>
  typeof raw_input === 'string' ? [raw_input] : (raw_input as string[]);
export const tokensOf = ({ raw_input }: Report): number[] => raw_input as number[];

export function parseOptionsOf({ prompt_ends_with, right_result }: Report): ParseOptions & TextParseOptions {
  const role = prompt_ends_with === '<|start|>assistant' ? 'assistant' : null;
  return { role, ...right_result.options };
}

const IDS: Readonly<Record<string, number>> = {
  '<|start|>': START,
  '<|channel|>': CHANNEL,
  '<|message|>': MESSAGE,
  '<|constrain|>': CONSTRAIN,
  '<|end|>': END,
  '<|return|>': RETURN,
  '<|call|>': CALL,
  '<|endoftext|>': END_OF_TEXT,
};
const MARKERS = /(<\|(?:start|channel|message|constrain|end|return|call|endoftext)\|>)/;

/** The ids of text in which every spelled marker is the token. */
export function encodeMarked(text: string): number[] {
  return text.split(MARKERS).flatMap((piece) => {
    const id = IDS[piece];
    return id === undefined ? [...encodeText(piece)] : [id];
  });
}
