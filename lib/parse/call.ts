/** Tool calls: when a message is one, what it is called, in what state its arguments are. One rule for every module. */
import { type HarmonyMessage, type IssueCode, skipWhiteSpace, trimWhiteSpace } from '../wire/index.ts';
import { mintCallId } from './call-id.ts';
import { isCallRecipient } from './words.ts';

/** `incomplete`: the input stopped inside it. `invalid`: a JSON body that is no JSON value. `repaired`: mended on request. */
export type CallStatus = 'complete' | 'incomplete' | 'invalid' | 'repaired';

export interface ToolCall {
  id: string;
  /** As the caller's tools name it; `functions.` stripped. */
  name: string;
  /** `functions`, `browser`, … or undefined without a dot. */
  namespace: string | undefined;
  /** As the model wrote it. */
  recipient: string;
  kind: 'json' | 'freeform';
  /** The raw body, never rewritten; an empty JSON body is `{}`. */
  arguments: string;
  status: CallStatus;
  /** True for `complete` and `repaired`: only such a call may be run. */
  runnable: boolean;
  /** The parsed arguments of a complete or repaired JSON call. Made by `JSON.parse`: keys are own properties. */
  value: unknown;
  /** What the repair did, in its own words. */
  repairs: readonly string[] | undefined;
  error: { code: 'incomplete_arguments' | 'invalid_json_arguments'; message: string; raw: string } | undefined;
}

/** Mends JSON text; returns null if it cannot. */
export type ArgumentsRepair = (text: string) => { value: unknown; repairs: readonly string[] } | null;

export interface CallOptions {
  tools: ReadonlySet<string> | undefined;
  finishReason: string | undefined;
  repair: ArgumentsRepair | undefined;
  idFactory: ((call: { index: number; recipient: string }) => string) | undefined;
  /** The terminators were stripped with the other markers: the end of the input says nothing about a freeform body. */
  stripped: boolean;
}

interface CallIssue {
  code: IssueCode;
  text: string | undefined;
}

/** Rule 3 of the chat view. */
export function isCallMessage(message: HarmonyMessage, options: CallOptions): boolean {
  if (message.role === 'tool') {
    const { name, recipient, end } = message;
    return name !== undefined && recipient === undefined && end === 'call' && knows(options.tools, name);
  }
  if (message.role !== 'assistant' || !isCallRecipient(message.recipient)) return false;
  if (message.body !== 'split') return true;
  return startsWithBrace(message.content) || (message.content === '' && message.end === 'call');
}

function knows(tools: ReadonlySet<string> | undefined, name: string): boolean {
  return (
    tools !== undefined && (tools.has(name) || tools.has(`functions.${name}`) || tools.has(withoutNamespace(name)))
  );
}

function startsWithBrace(text: string): boolean {
  return text[skipWhiteSpace(text, 0)] === '{';
}

const PREFIX = 'functions.';

function withoutNamespace(name: string): string {
  return name.startsWith(PREFIX) ? name.slice(PREFIX.length) : name;
}

export function makeCall(
  message: HarmonyMessage,
  index: number,
  options: CallOptions,
): { call: ToolCall; issues: CallIssue[] } {
  const issues: CallIssue[] = [];
  const recipient = message.role === 'tool' ? message.name! : message.recipient!;
  const name = nameOf(message, recipient, options.tools, issues);
  const kind = kindOf(message, recipient);
  const judged = judge(message, kind, options);
  if (judged.issue !== undefined) issues.push({ code: judged.issue, text: undefined });
  const dot = recipient.indexOf('.');
  const call: ToolCall = {
    id: options.idFactory?.({ index, recipient }) ?? mintCallId(),
    name,
    namespace: dot > 0 ? recipient.slice(0, dot) : undefined,
    recipient,
    kind,
    arguments: message.content === '' && kind === 'json' ? '{}' : message.content,
    status: judged.status,
    runnable: judged.status === 'complete' || judged.status === 'repaired',
    value: judged.value,
    repairs: judged.repairs,
    error: judged.error,
  };
  return { call, issues };
}

// Rule 9.
function nameOf(
  message: HarmonyMessage,
  recipient: string,
  tools: ReadonlySet<string> | undefined,
  issues: CallIssue[],
): string {
  const plain = withoutNamespace(recipient);
  const known = tools === undefined ? undefined : findTool(message, recipient, plain, tools, issues);
  if (known !== undefined) return withoutNamespace(known);
  if (tools !== undefined) issues.push({ code: 'unknown_tool', text: undefined });
  else if (!recipient.startsWith(PREFIX) && !isBuiltIn(recipient)) {
    issues.push({ code: 'no_functions_namespace', text: undefined });
  }
  return plain;
}

function isBuiltIn(recipient: string): boolean {
  return recipient === 'python' || recipient.startsWith('browser.') || recipient.startsWith('container.');
}

function findTool(
  message: HarmonyMessage,
  recipient: string,
  plain: string,
  tools: ReadonlySet<string>,
  issues: CallIssue[],
): string | undefined {
  const has = (name: string) => tools.has(name) || tools.has(PREFIX + name);
  if (has(recipient) || has(plain)) {
    if (!recipient.startsWith(PREFIX) && !isBuiltIn(recipient))
      issues.push({ code: 'no_functions_namespace', text: undefined });
    return plain;
  }
  if (plain.startsWith(PREFIX) && has(withoutNamespace(plain))) {
    issues.push({ code: 'duplicate_namespace', text: undefined });
    return withoutNamespace(plain);
  }
  for (const type of ['json', 'code']) {
    const bare = plain.slice(0, -type.length);
    if (plain.endsWith(type) && has(bare)) {
      issues.push({ code: 'glued_content_type', text: undefined });
      return bare;
    }
  }
  return spacedTool(message.header, tools);
}

// A tool name with spaces is cut at the first one by the header grammar: look for the longest one in the raw header.
function spacedTool(header: string, tools: ReadonlySet<string>): string | undefined {
  const at = header.lastIndexOf('to=');
  if (at < 0) return undefined;
  const text = withoutNamespace(header.slice(at + 3));
  let best: string | undefined;
  for (const tool of tools) {
    const name = withoutNamespace(tool);
    if (name.includes(' ') && text.startsWith(name) && name.length > (best?.length ?? 0)) best = name;
  }
  return best;
}

// Rule 7.
function kindOf(message: HarmonyMessage, recipient: string): 'json' | 'freeform' {
  const type = message.contentType?.toLowerCase();
  const freeform = recipient === 'python' || type === 'code' || type === 'text';
  return freeform && !startsWithBrace(message.content) ? 'freeform' : 'json';
}

interface Judgement {
  status: CallStatus;
  value: unknown;
  repairs: readonly string[] | undefined;
  issue: IssueCode | undefined;
  error: ToolCall['error'];
}

const complete = (value: unknown): Judgement => ({
  status: 'complete',
  value,
  repairs: undefined,
  issue: undefined,
  error: undefined,
});

function judge(message: HarmonyMessage, kind: 'json' | 'freeform', options: CallOptions): Judgement {
  const { content, end } = message;
  const stopped = end === 'eof';
  if (kind === 'freeform') {
    return stopped && options.finishReason === undefined && !options.stripped
      ? incomplete(content, undefined)
      : complete(undefined);
  }
  const blank = trimWhiteSpace(content) === '';
  if (blank && !stopped) return complete({});
  try {
    if (!blank) return complete(JSON.parse(content));
  } catch {
    // Judged below.
  }
  const claimed = options.finishReason === 'stop' || options.finishReason === 'tool_calls';
  if (stopped && !claimed) return incomplete(content, 'invalid_json_arguments');
  const mended = blank ? null : (options.repair?.(content) ?? null);
  if (mended !== null) {
    return {
      status: 'repaired',
      value: mended.value,
      repairs: mended.repairs,
      issue: 'invalid_json_arguments',
      error: undefined,
    };
  }
  return {
    status: 'invalid',
    value: undefined,
    repairs: undefined,
    issue: 'invalid_json_arguments',
    error: { code: 'invalid_json_arguments', message: 'the arguments are no JSON value', raw: content },
  };
}

function incomplete(raw: string, issue: IssueCode | undefined): Judgement {
  return {
    status: 'incomplete',
    value: undefined,
    repairs: undefined,
    issue,
    error: { code: 'incomplete_arguments', message: 'the input stopped inside the arguments', raw },
  };
}
