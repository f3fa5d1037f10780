/**
 * Every error that harmony-wire throws: codes, classes, texts. Both engines report numbers and positions;
 * the errors are made here, so that they are the same by construction.
 */
import type { Issue, IssueCode } from './issues.ts';
import { ISSUES } from './issues.ts';
import type { HarmonyMessage } from './types.ts';

/** Codes of wrong use and of limits. Errors of strict parsing have `ERR_HARMONY_` + the issue's code in capitals. */
export type HarmonyErrorCode =
  | 'ERR_HARMONY_INVALID_ARGUMENT'
  | 'ERR_HARMONY_UNKNOWN_OPTION'
  | 'ERR_HARMONY_INVALID_TOKEN'
  | 'ERR_HARMONY_PARSER_ENDED'
  | 'ERR_HARMONY_PARSER_TERMINATED'
  | 'ERR_HARMONY_REENTRANT_CALL'
  | 'ERR_HARMONY_CONTENT_TOO_LARGE'
  | 'ERR_HARMONY_BATCH_TOO_LARGE'
  | 'ERR_HARMONY_VOCABULARY_NOT_LOADED'
  | 'ERR_HARMONY_INVALID_VOCABULARY'
  | 'ERR_HARMONY_NATIVE_UNAVAILABLE'
  | 'ERR_HARMONY_RENDER'
  | 'ERR_HARMONY_INVALID_CONVERSATION'
  | 'ERR_HARMONY_INVALID_CONTENT'
  | 'ERR_HARMONY_TOOL_WITHOUT_NAME'
  | 'ERR_HARMONY_INVALID_TOOL_NAME'
  | 'ERR_HARMONY_SCHEMA_TOO_LARGE'
  | 'ERR_HARMONY_CONTROL_SPELLING'
  | `ERR_HARMONY_${Uppercase<IssueCode>}`;

const BRAND = Symbol.for('harmony-wire.error');

/** An error with a code. `instanceof` fails across copies of the package: `HarmonyError.isInstance` does not. */
export class HarmonyError extends Error {
  readonly code: HarmonyErrorCode;

  constructor(code: HarmonyErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'HarmonyError';
    this.code = code;
    Object.defineProperty(this, BRAND, { value: true });
  }

  static isInstance(value: unknown): value is HarmonyError {
    return typeof value === 'object' && value !== null && (value as Record<symbol, unknown>)[BRAND] === true;
  }
}

/** The code a strict parse throws for an issue code. */
export function parseErrorCode(code: IssueCode): `ERR_HARMONY_${Uppercase<IssueCode>}` {
  return `ERR_HARMONY_${code.toUpperCase() as Uppercase<IssueCode>}`;
}

/** Thrown in mode `strict` at the first issue of severity `error`. */
export class HarmonyParseError extends HarmonyError {
  /** The issue that tolerant mode would have reported. */
  readonly issue: Issue;
  /** Index the message would have had. */
  readonly messageIndex: number;
  /** Index of the token (or UTF-16 offset of the text) that could not be taken. */
  readonly at: number;
  /** Messages that were complete before. */
  readonly messages: readonly HarmonyMessage[];

  constructor(issue: Issue, at: number, messages: readonly HarmonyMessage[]) {
    const place = issue.unit === 'token' ? `token ${at}` : `offset ${at}`;
    const text = issue.text === undefined ? '' : ` (${JSON.stringify(issue.text)})`;
    super(parseErrorCode(issue.code), `${ISSUES[issue.code].trigger}${text}, at ${place}`);
    this.name = 'HarmonyParseError';
    this.issue = issue;
    this.messageIndex = issue.messageIndex;
    this.at = at;
    this.messages = messages;
  }
}

/** Wrong arguments: a `TypeError` that carries a code. */
export class HarmonyTypeError extends TypeError {
  readonly code: HarmonyErrorCode;

  constructor(code: HarmonyErrorCode, message: string) {
    super(message);
    this.name = 'TypeError';
    this.code = code;
  }
}

/** A readable name of what was given, for messages: never the value itself, it may be a megabyte. */
export function describe(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  if (typeof value === 'object') return `an instance of ${value.constructor?.name ?? 'Object'}`;
  return typeof value;
}
