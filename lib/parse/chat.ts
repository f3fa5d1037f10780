/** The chat view: what a turn means to an application. Rules are numbered as in docs/design.md ("The chat view"). */
import {
  checkOptionNames,
  type HarmonyMessage,
  type Issue,
  type IssueCode,
  invalidOption,
  makeIssue,
  type ParseResult,
} from '../wire/index.ts';
import { type ArgumentsRepair, type CallOptions, isCallMessage, makeCall, type ToolCall } from './call.ts';
import { positionOf } from './offsets.ts';
import { isCallRecipient } from './words.ts';

export type FinishReason = 'stop' | 'tool_calls' | 'length' | (string & {});

/** One turn of the assistant as Chat Completions shows it. */
export interface ChatView {
  reasoning: string | null;
  content: string | null;
  toolCalls: ToolCall[];
  finishReason: FinishReason;
  /** The parser's issues of this turn, then those of the view. */
  issues: Issue[];
}

export interface ChatOptions {
  /** Names of the tools that were offered, with or without `functions.`. */
  tools?: readonly string[];
  /** What the server said; otherwise it is worked out. */
  finishReason?: FinishReason;
  /** Mends arguments that are no JSON; the call's `arguments` stay as written, its `value` holds the result. */
  repair?: ArgumentsRepair;
  /** Which run of assistant messages is the view, counted from 0; -1 is the last. @defaultValue the turn of rule 1 */
  turn?: number;
  /** Makes call ids. @defaultValue `call_` and 24 characters from 144 random bits */
  idFactory?: (call: { index: number; recipient: string }) => string;
}

const NAMES = [
  'tools',
  'finishReason',
  'repair',
  'turn',
  'idFactory',
] as const satisfies readonly (keyof ChatOptions)[];

/** A run of consecutive assistant messages: [from, until) in the result's messages. */
interface Run {
  from: number;
  until: number;
}

/**
 * The chat view of one turn. Never throws at what a model wrote.
 * @throws TypeError `ERR_HARMONY_UNKNOWN_OPTION`, `ERR_HARMONY_INVALID_ARGUMENT`
 */
export function toChat(result: ParseResult, options: ChatOptions = {}): ChatView {
  check(result, options, 'toChat');
  const callOptions = callOptionsOf(result, options);
  const runs = runsOf(result.messages, callOptions);
  const run = options.turn === undefined ? turnOf(result, runs) : (runs.at(options.turn) ?? EMPTY);
  return viewOf(result, run, options, callOptions);
}

/** The chat views of every run of assistant messages. Throws as {@link toChat}. */
export function toChats(result: ParseResult, options: ChatOptions = {}): ChatView[] {
  check(result, options, 'toChats');
  const callOptions = callOptionsOf(result, options);
  return runsOf(result.messages, callOptions).map((run) => viewOf(result, run, options, callOptions));
}

const EMPTY: Run = { from: 0, until: 0 };

function callOptionsOf(result: ParseResult, { tools, finishReason, repair, idFactory }: ChatOptions): CallOptions {
  const stripped = result.issues.some((issue) => issue.code === 'markers_stripped');
  return { tools: tools === undefined ? undefined : new Set(tools), finishReason, repair, idFactory, stripped };
}

function check(result: ParseResult, options: ChatOptions, where: string): void {
  checkOptionNames(options, NAMES, where);
  if (typeof result !== 'object' || result === null || !Array.isArray(result.messages)) {
    throw invalidOption(where, 'result', 'a ParseResult', result);
  }
  const { tools, turn, repair, idFactory, finishReason } = options;
  if (tools !== undefined && !(Array.isArray(tools) && tools.every((name) => typeof name === 'string'))) {
    throw invalidOption(where, 'tools', 'an array of names', tools);
  }
  if (turn !== undefined && !Number.isInteger(turn)) throw invalidOption(where, 'turn', 'a whole number', turn);
  if (repair !== undefined && typeof repair !== 'function') throw invalidOption(where, 'repair', 'a function', repair);
  if (idFactory !== undefined && typeof idFactory !== 'function') {
    throw invalidOption(where, 'idFactory', 'a function', idFactory);
  }
  if (finishReason !== undefined && typeof finishReason !== 'string') {
    throw invalidOption(where, 'finishReason', 'a string', finishReason);
  }
}

function runsOf(messages: readonly HarmonyMessage[], options: CallOptions): Run[] {
  const runs: Run[] = [];
  messages.forEach((message, i) => {
    // An assistant that wrote the tool's name in the place of its own role is still the assistant (rule 3).
    if (message.role !== 'assistant' && !isCallMessage(message, options)) return;
    const last = runs.at(-1);
    if (last !== undefined && last.until === i) last.until = i + 1;
    else runs.push({ from: i, until: i + 1 });
  });
  return runs;
}

// Rule 1. Input that begins with another role held the prompt: its last run counts, unless a new one was just begun.
function turnOf(result: ParseResult, runs: readonly Run[]): Run {
  const { messages, pending } = result;
  if (runs[0]?.from === 0) return runs[0];
  const last = runs.at(-1);
  const begunAnew = pending?.role === 'assistant' && messages.length > 0 && messages.at(-1)!.role !== 'assistant';
  return last === undefined || begunAnew ? EMPTY : last;
}

/** Collects the view of one run; one per call of `viewOf`. */
class ViewBuilder {
  readonly reasoning: string[] = [];
  readonly content: string[] = [];
  readonly setAside: string[] = [];
  readonly toolCalls: ToolCall[] = [];
  readonly issues: Issue[] = [];
  private readonly unit: Issue['unit'];

  constructor(unit: Issue['unit']) {
    this.unit = unit;
  }

  say(code: IssueCode, message: HarmonyMessage | undefined, text?: string): void {
    const at = message === undefined ? 0 : positionOf(message);
    this.issues.push(makeIssue(code, message?.index ?? 0, at, this.unit, text));
  }
}

function viewOf(result: ParseResult, run: Run, options: ChatOptions, callOptions: CallOptions): ChatView {
  const { messages } = result;
  const view = new ViewBuilder(result.usage === undefined ? 'utf16' : 'token');
  let until = run.from;
  for (; until < run.until; until++) {
    const message = messages[until]!;
    // Rule 2: what follows a call without its own start token may be a made-up result.
    if (!message.start && view.toolCalls.length > 0) {
      view.say('text_after_call', message);
      break;
    }
    place(message, until === run.from, view, callOptions);
  }
  if (run.until > run.from && run.until < messages.length) view.say('role_change', messages[run.until]);
  return finish(result, run, until, view, options);
}

function place(message: HarmonyMessage, first: boolean, view: ViewBuilder, options: CallOptions): void {
  const { channel, recipient } = message;
  if (isCallMessage(message, options)) {
    if (channel === 'final') view.say('call_on_final_channel', message);
    const made = makeCall(message, view.toolCalls.length, options);
    for (const { code, text } of made.issues) view.say(code, message, text);
    view.toolCalls.push(made.call);
    return;
  }
  if (recipient === 'functions' || recipient === 'functions.') view.say('call_without_recipient', message);
  if (channel === 'analysis') {
    view.reasoning.push(message.content);
  } else if (recipient === 'assistant' && (channel === 'commentary' || channel === undefined)) {
    view.say('self_addressed_message', message, message.content);
  } else if (isSetAside(message, first)) {
    view.setAside.push(message.content);
  } else {
    view.content.push(message.content);
  }
}

// Rule 5.
function isSetAside(message: HarmonyMessage, first: boolean): boolean {
  if (message.body === 'loose') return !first;
  if (message.body !== 'split') return false;
  if (message.channel === 'commentary' || isCallRecipient(message.recipient)) return true;
  return message.channel === undefined && message.header.includes('<|channel|>');
}

function joined(parts: readonly string[]): string | null {
  const text = parts.filter((part) => part !== '');
  return text.length === 0 ? null : text.join('\n');
}

function finish(result: ParseResult, run: Run, until: number, view: ViewBuilder, options: ChatOptions): ChatView {
  let content = joined(view.content);
  if (content === null && view.toolCalls.length === 0) content = joined(view.setAside);
  const last = result.messages[until - 1];
  const toTheEnd = run.until === result.messages.length;
  const wholeInput = toTheEnd && until === run.until;
  const wire = result.issues.filter(
    ({ messageIndex }) => messageIndex >= run.from && (toTheEnd || messageIndex < run.until),
  );
  // A header that was cut off by `<|endoftext|>` with more input behind it is no longer pending.
  const headerCut =
    wholeInput && result.pending !== undefined && wire.some((issue) => issue.code === 'truncated_header');
  const cut = wholeInput && last !== undefined && run.until > run.from && isCutOff(last, view);
  if (cut && !headerCut) view.say('truncated', last);
  const worked = headerCut || cut ? 'length' : view.toolCalls.length > 0 ? 'tool_calls' : 'stop';
  return {
    reasoning: joined(view.reasoning),
    content,
    toolCalls: view.toolCalls,
    finishReason: options.finishReason ?? worked,
    issues: [...wire, ...view.issues],
  };
}

// Rule 8: the end of the input alone is no truncation.
function isCutOff(last: HarmonyMessage, view: ViewBuilder): boolean {
  if (view.toolCalls.at(-1)?.status === 'incomplete') return true;
  if (last.end !== 'eof') return false;
  return (last.channel === 'analysis' && !isCallRecipient(last.recipient)) || endsInHalfCharacter(last.content);
}

function endsInHalfCharacter(content: string): boolean {
  const unit = content.charCodeAt(content.length - 1);
  return unit === 0xfffd || (unit >= 0xd800 && unit < 0xdc00);
}
