/**
 * Bodies that a server has parsed: chat messages, Responses items and openai-harmony's `Message` JSON, as the parser's
 * own messages. The chat view is then made by the same rules as for raw input.
 */
import { type HarmonyMessage, isBlank, type ParseResult, ROLES, type Role } from '../../wire/index.ts';
import { fieldOf, isObject, type Json, type JsonObject, listOf, objectOf, plain, textOf } from '../json.ts';
import { REASONING_NAMES } from './names.ts';
import type { GenerationInput } from './types.ts';

export interface Parsed {
  messages: HarmonyMessage[];
  callIds: (string | undefined)[];
}

export function parsedInput(parsed: Parsed): GenerationInput {
  const result: ParseResult = { messages: parsed.messages, issues: [], usage: undefined, pending: undefined };
  return { kind: 'parsed', result, callIds: parsed.callIds };
}

type Part = Partial<Pick<HarmonyMessage, 'name' | 'recipient' | 'channel' | 'contentType' | 'constrained' | 'end'>>;

function push(parsed: Parsed, role: Role, content: string, part: Part): void {
  parsed.messages.push({
    index: parsed.messages.length,
    role,
    name: part.name,
    recipient: part.recipient,
    channel: part.channel,
    contentType: part.contentType,
    constrained: part.constrained ?? false,
    header: '',
    start: true,
    body: 'message',
    content,
    end: part.end ?? 'end',
    tokens: undefined,
  });
}

const OTHER_ROLES: ReadonlyMap<string, Role> = new Map([
  ['human', 'user'],
  ['gpt', 'assistant'],
  ['model', 'assistant'],
  ['function', 'tool'],
  ['function_call_output', 'tool'],
]);

/** Undefined if the object is no chat message. ShareGPT says `from` and `value`. */
export function roleOf(message: JsonObject): Role | undefined {
  const author = objectOf(message, 'author');
  const word = textOf(message, 'role') ?? (author && textOf(author, 'role')) ?? textOf(message, 'from');
  if (word === undefined) return undefined;
  const role = word.toLowerCase();
  return ROLES.find((known) => known === role) ?? OTHER_ROLES.get(role);
}

export function isMessage(value: Json | undefined): value is JsonObject {
  if (!isObject(value) || roleOf(value) === undefined) return false;
  return ['content', 'value', 'tool_calls', 'function_call', ...REASONING_NAMES].some((name) =>
    Object.hasOwn(value, name),
  );
}

export function contentOf(message: JsonObject): Json | undefined {
  return fieldOf(message, 'content') ?? fieldOf(message, 'value');
}

/** Text of a content field: a string, or blocks (`text`, `output_text`, `refusal`, `tool_result`). */
export function textOfContent(content: Json | undefined): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .filter((block) => !isReasoningBlock(block))
    .map(textOfBlock)
    .join('');
}

function textOfBlock(block: Json): string {
  if (typeof block === 'string') return block;
  if (!isObject(block)) return '';
  return textOf(block, 'text') ?? textOf(block, 'refusal') ?? '';
}

function isReasoningBlock(block: Json): boolean {
  return isObject(block) && (block.type === 'reasoning' || block.type === 'thinking');
}

/** Reasoning that stands beside the content or in blocks of it. */
export function reasoningOf(message: JsonObject): string {
  for (const name of REASONING_NAMES) {
    const text = textOf(message, name);
    if (text !== undefined && text !== '') return text;
  }
  const content = fieldOf(message, 'content');
  if (!Array.isArray(content)) return '';
  return content
    .filter(isReasoningBlock)
    .map((block) =>
      isObject(block) ? (textOf(block, 'reasoning') ?? textOf(block, 'thinking') ?? textOfBlock(block)) : '',
    )
    .join('\n');
}

/** Adds a chat message: reasoning, content, calls, in the order in which the model says them. */
export function addMessage(parsed: Parsed, message: JsonObject): void {
  const role = roleOf(message) ?? 'assistant';
  const reasoning = reasoningOf(message);
  if (reasoning !== '') push(parsed, role, reasoning, { channel: 'analysis' });
  const calls = callsOf(message);
  const content = textOfContent(contentOf(message));
  const harmony = harmonyPart(message);
  if (content !== '' || (reasoning === '' && calls.length === 0)) {
    const channel =
      role === 'assistant' && harmony.recipient === undefined ? (calls.length > 0 ? 'commentary' : 'final') : undefined;
    push(parsed, role, content, { ...harmony, channel: harmony.channel ?? channel });
    if (role === 'assistant' && harmony.recipient !== undefined) parsed.callIds.push(undefined);
  }
  for (const call of calls) addCall(parsed, call);
}

/** The fields of openai-harmony's `Message`. */
function harmonyPart(message: JsonObject): Part {
  const author = objectOf(message, 'author');
  const written = textOf(message, 'content_type');
  const constrained = written?.startsWith('<|constrain|>') ?? false;
  const recipient = textOf(message, 'recipient');
  return {
    name: textOf(message, 'name') ?? (author && textOf(author, 'name')),
    recipient,
    channel: textOf(message, 'channel'),
    contentType: constrained ? written!.slice('<|constrain|>'.length) : written,
    constrained,
    end: recipient !== undefined && roleOf(message) === 'assistant' ? 'call' : 'end',
  };
}

function callsOf(message: JsonObject): JsonObject[] {
  const single = objectOf(message, 'function_call');
  return [...(listOf(message, 'tool_calls') ?? []), ...(single ? [single] : [])].filter(isObject);
}

function addCall(parsed: Parsed, call: JsonObject): void {
  const target = objectOf(call, 'function') ?? objectOf(call, 'custom') ?? call;
  const freeform = typeof fieldOf(target, 'input') === 'string';
  const written = fieldOf(target, 'arguments') ?? fieldOf(target, 'input');
  push(parsed, 'assistant', typeof written === 'string' ? written : JSON.stringify(plain(written ?? {})), {
    recipient: `functions.${textOf(target, 'name') ?? ''}`,
    channel: 'commentary',
    contentType: freeform ? 'text' : 'json',
    end: 'call',
  });
  parsed.callIds.push(textOf(call, 'call_id') ?? textOf(call, 'id'));
}

export function isResponseItem(value: Json | undefined): value is JsonObject {
  if (!isObject(value)) return false;
  const type = textOf(value, 'type');
  return type !== undefined && (type === 'reasoning' || type === 'message' || type.endsWith('_call'));
}

/** Adds an item of a Responses body's `output`. Calls of built-in tools bring no arguments of one shape: all is kept. */
export function addItem(parsed: Parsed, item: JsonObject): void {
  const type = textOf(item, 'type');
  if (type === 'reasoning') {
    const blocks = [listOf(item, 'content'), listOf(item, 'summary')].find((list) => list && list.length > 0) ?? [];
    const text = blocks.map(textOfBlock).join('\n');
    if (!isBlank(text)) push(parsed, 'assistant', text, { channel: 'analysis' });
    return;
  }
  if (type === 'message') {
    const channel = item.phase === 'commentary' ? 'commentary' : 'final';
    push(parsed, roleOf(item) ?? 'assistant', textOfContent(fieldOf(item, 'content')), { channel });
    return;
  }
  if (textOf(item, 'name') !== undefined) addCall(parsed, item);
  else
    addCall(parsed, { name: type!, arguments: fieldOf(item, 'action') ?? item, call_id: fieldOf(item, 'id') ?? null });
}
