/** The public shapes of parsed messages. Optional fields are `undefined` when absent; keys always stand in this order. */
import type { Issue } from './issues.ts';

/** The five roles of the format. */
export type Role = 'system' | 'developer' | 'user' | 'assistant' | 'tool';
export const ROLES: readonly Role[] = ['system', 'developer', 'user', 'assistant', 'tool'];

/**
 * How a message ended: by one of the three stop tokens, cut off by a start or channel token (`implicit`),
 * or because the input stopped or `<|endoftext|>` came (`eof`).
 */
export type Terminator = 'end' | 'return' | 'call' | 'implicit' | 'eof';

/** How content began: at a message token, by a header that never had one, or as text where a header may stand. */
export type BodyKind = 'message' | 'split' | 'loose';

/** What is known of a message when its content begins. */
export interface MessageHead {
  /** Index among the messages of this input. */
  index: number;
  role: Role;
  /** Author name (`role:name`, or a tool's name). */
  name: string | undefined;
  /** The word after `to=`, as written. */
  recipient: string | undefined;
  /** `analysis`, `commentary`, `final`, or any other word as written. */
  channel: string | undefined;
  /** Content type as written, without the constrain marker. */
  contentType: string | undefined;
  /** `<|constrain|>` stood in the header. */
  constrained: boolean;
  /** The raw header text, markers spelled out; without start and message token. */
  header: string;
  /** The start token was there, or the role was given by the caller. */
  start: boolean;
  body: BodyKind;
}

/**
 * Half-open token indexes: the message runs from `start` to `end`, its content from `content` to `contentEnd`.
 * Of a split message the content lies somewhere inside the header's tokens: `content` is where the header began.
 */
export interface TokenSpan {
  start: number;
  content: number;
  contentEnd: number;
  end: number;
}

/** A complete message. */
export interface HarmonyMessage extends MessageHead {
  content: string;
  end: Terminator;
  /** Only of input that was token ids. */
  tokens: TokenSpan | undefined;
}

/** Counts of token ids: `total` = `markers` + `header` + the sum of `body`. */
export interface Usage {
  total: number;
  /** Special tokens outside of content. */
  markers: number;
  /** Ordinary tokens of headers. */
  header: number;
  /** Tokens of content by what it is for; `call` is any message addressed to a tool. */
  body: { analysis: number; commentary: number; final: number; call: number; other: number };
}

/** A header that never completed when the input stopped. */
export interface PendingHeader {
  header: string;
  role: Role | undefined;
  recipient: string | undefined;
  channel: string | undefined;
}

export interface ParseResult {
  messages: HarmonyMessage[];
  issues: Issue[];
  /** Only of input that was token ids. */
  usage: Usage | undefined;
  pending: PendingHeader | undefined;
}
