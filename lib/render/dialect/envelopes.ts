/** Calls, results and reasoning as the dialect writes them. */
import { Kind, SPELLING } from '../../wire/index.ts';
import { safeJson, safeText } from './neutralise.ts';
import { checkDialectOptions } from './options.ts';
import type { DialectCall, DialectOptions, DialectResult } from './types.ts';

const START = SPELLING[Kind.Start]!;
const CHANNEL = SPELLING[Kind.Channel]!;
const MESSAGE = SPELLING[Kind.Message]!;
const END = SPELLING[Kind.End]!;
const CALL = SPELLING[Kind.Call]!;

const FUNCTIONS = 'functions.';
/** Recipients that no namespace of functions holds: the tools models know by themselves. */
const BUILT_IN = ['browser.', 'container.'];

/** An envelope closed by end. `header` and `text` must be safe. */
export function envelope(header: string, channel: string | undefined, text: string): string {
  return `${START}${header}${channel === undefined ? '' : `${CHANNEL}${channel}`}${MESSAGE}${text}${END}`;
}

/**
 * The recipient of a call to `name`: `functions.` and the name, unless it begins so already or is a built-in tool
 * (`python`, `browser.*`, `container.*`; under `compat: 'omp'` those get the prefix too).
 */
export function harmonyRecipient(name: string, options: DialectOptions = {}): string {
  checkDialectOptions(options, 'harmonyRecipient');
  return recipientOf(name, options);
}

function recipientOf(name: string, options: DialectOptions): string {
  const whole =
    name.startsWith(FUNCTIONS) ||
    (options.compat !== 'omp' && (name === 'python' || BUILT_IN.some((prefix) => name.startsWith(prefix))));
  return whole ? name : `${FUNCTIONS}${name}`;
}

/**
 * One call: a message to the tool on commentary, closed by call. Arguments become compact JSON (big integers decimal
 * strings); none at all are `{}` (under `compat: 'omp'` `null`). A control token spelled in them is written with
 * `\u007c`, so that the decoded value stays.
 */
export function renderToolCall(call: DialectCall, options: DialectOptions = {}): string {
  checkDialectOptions(options, 'renderToolCall');
  const keep = options.compat !== 'omp' && call.recipient !== undefined;
  const recipient = keep ? call.recipient! : recipientOf(call.name, options);
  const header = `${START}assistant${CHANNEL}commentary to=${safeText(recipient, options)}`;
  return `${header}${MESSAGE}${bodyOf(call.arguments, options)}${CALL}`;
}

function bodyOf(value: unknown, options: DialectOptions): string {
  if (options.compat === 'omp') return jsonOf(value) ?? 'null';
  // Python code and the like is no JSON: there a backslash must do.
  if (typeof value === 'string') return /^\s*[{[]/.test(value) ? safeJson(value, options) : safeText(value, options);
  return safeJson(jsonOf(value) ?? '{}', options);
}

function jsonOf(value: unknown): string | undefined {
  return JSON.stringify(value, (_, item: unknown) => (typeof item === 'bigint' ? String(item) : item));
}

/** Calls one after another, with nothing between. */
export function renderAssistantToolCalls(calls: readonly DialectCall[], options: DialectOptions = {}): string {
  return calls.map((call) => renderToolCall(call, options)).join('');
}

/**
 * Results, each by its tool, to the assistant, on commentary. A failed one begins with `Error: `
 * (nothing tells it apart under `compat: 'omp'`).
 */
export function renderToolResults(results: readonly DialectResult[], options: DialectOptions = {}): string {
  checkDialectOptions(options, 'renderToolResults');
  return results.map((result) => resultEnvelope(result, options)).join('');
}

function resultEnvelope(result: DialectResult, options: DialectOptions): string {
  const author = safeText(recipientOf(result.name, options), options);
  const failed = result.isError === true && options.compat !== 'omp';
  const text = safeText(failed ? `Error: ${result.text}` : result.text, options);
  return envelope(`${author} to=assistant`, 'commentary', text);
}

/** Reasoning as an analysis message; no reasoning is no text. */
export function renderThinking(text: string, options: DialectOptions = {}): string {
  checkDialectOptions(options, 'renderThinking');
  return text === '' ? '' : envelope('assistant', 'analysis', safeText(text, options));
}
