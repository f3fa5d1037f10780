/** Output rows: snake_case, keys always in this order. */
import type { HarmonyMessage, Issue, Usage } from '../wire/index.ts';
import type { ChatView } from './engine.ts';
import type { JsonObject } from './json.ts';

export type View = 'chat' | 'messages' | 'both';
export const VIEWS: readonly View[] = ['chat', 'messages', 'both'];

/** Where a generation stands. */
export interface Source {
  /** As it was given on the command line; null for standard input. */
  file: string | null;
  /** The line its record begins on, from 1. */
  line: number;
  /** The element of a top-level array, from 0. */
  index: number | null;
  /** Path in the record; null if the record is the generation. */
  field: string | null;
  /** The log held it parsed. */
  parsed?: true;
}

export interface RowParts {
  id: string | number | null;
  source: Source;
  pass: JsonObject | undefined;
  chat: ChatView | undefined;
  turns: ChatView[] | undefined;
  messages: readonly HarmonyMessage[] | undefined;
  issues: readonly Issue[];
  usage: Usage | undefined;
}

/** The row as JSON text. */
export function rowText(parts: RowParts): string {
  const { id, source, pass, chat, turns, messages, issues, usage } = parts;
  const row = {
    id,
    source,
    ...(pass === undefined ? {} : { pass }),
    ...(chat === undefined ? {} : chatFields(chat)),
    ...(messages === undefined ? {} : { messages: messages.map(messageFields) }),
    ...(turns === undefined
      ? {}
      : { turns: turns.map((turn) => ({ ...chatFields(turn), issues: turn.issues.map(issueFields) })) }),
    issues: issues.map(issueFields),
    usage: usage ?? null,
  };
  return JSON.stringify(row);
}

/** A place for people: `log.jsonl:3[0] choices[0].text`. */
export function placeText({ file, line, index, field }: Source): string {
  const element = index === null ? '' : `[${index}]`;
  return `${file ?? '-'}:${line}${element}${field === null ? '' : ` ${field}`}`;
}

export function errorText(source: Source, code: string, message: string): string {
  return JSON.stringify({ source, error: { code, message } });
}

function chatFields(chat: ChatView): object {
  return {
    reasoning: chat.reasoning,
    content: chat.content,
    tool_calls: chat.toolCalls.map(({ id, name, arguments: args, status }) => ({ id, name, arguments: args, status })),
    finish_reason: chat.finishReason,
  };
}

function messageFields(message: HarmonyMessage): object {
  return {
    role: message.role,
    name: message.name ?? null,
    recipient: message.recipient ?? null,
    channel: message.channel ?? null,
    content_type: message.contentType ?? null,
    constrained: message.constrained,
    content: message.content,
    end: message.end,
  };
}

function issueFields(issue: Issue): object {
  return {
    code: issue.code,
    severity: issue.severity,
    message_index: issue.messageIndex,
    at: issue.at,
    unit: issue.unit,
    text: issue.text ?? null,
  };
}
