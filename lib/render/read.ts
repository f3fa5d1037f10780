/**
 * Reads a conversation in the reference's JSON form, given as an object or as exact JSON text.
 * Every error names message and field. What the reference's JSON reader refuses is refused here, and nothing else.
 */
import type { Role } from '../wire/index.ts';
import { describe, HarmonyError, ROLES } from '../wire/index.ts';
import type { JsonObject } from './json.ts';
import { ExactObject, fieldOf, fieldsOf, isJsonArray, isJsonObject } from './json.ts';
import { parseExactJson } from './json-text.ts';
import type { ChannelConfig, JsonValue } from './types.ts';

export interface ToolNode {
  name: string;
  description: string;
  parameters: JsonValue;
}

export interface NamespaceNode {
  key: string;
  name: string;
  description: string | undefined;
  tools: ToolNode[];
}

export interface SystemNode {
  kind: 'system';
  identity: string | undefined;
  effort: string | undefined;
  date: string | undefined;
  cutoff: string | undefined;
  channels: ChannelConfig | undefined;
  namespaces: NamespaceNode[];
}

export interface FormatNode {
  name: string;
  description: string | undefined;
  schema: JsonValue;
}

export interface DeveloperNode {
  kind: 'developer';
  instructions: string | undefined;
  namespaces: NamespaceNode[];
  formats: FormatNode[];
}

export type PartNode = { kind: 'text'; text: string } | SystemNode | DeveloperNode;

export interface MessageNode {
  /** Place in the conversation as given, for errors: `messages[3]`. */
  at: string;
  role: Role;
  name: string | undefined;
  recipient: string | undefined;
  channel: string | undefined;
  contentType: string | undefined;
  parts: PartNode[];
}

/** @throws HarmonyError `ERR_HARMONY_INVALID_CONVERSATION` */
export function readConversation(conversation: JsonValue): MessageNode[] {
  const value = typeof conversation === 'string' ? parseExactJson(conversation) : conversation;
  // The reference's reader takes a list of the fields for the object.
  const listed = isJsonArray(value) && value.length === 1;
  const messages = listed ? value[0] : fieldOf(struct(value, 'conversation', ['messages']), 'messages');
  return array(messages, 'messages').map((message, i) => messageOf(message, `messages[${i}]`));
}

/** @throws HarmonyError `ERR_HARMONY_INVALID_CONVERSATION` */
export function readMessage(message: JsonValue): MessageNode {
  return messageOf(typeof message === 'string' ? parseExactJson(message) : message, 'message');
}

const MESSAGE_FIELDS = ['role', 'name', 'recipient', 'content', 'channel', 'content_type'];

function messageOf(value: JsonValue, at: string): MessageNode {
  const object = struct(value, at, MESSAGE_FIELDS);
  return {
    at,
    role: choice(fieldOf(object, 'role'), ROLES, `${at}.role`),
    name: optionalString(object, 'name', at),
    recipient: optionalString(object, 'recipient', at),
    channel: optionalString(object, 'channel', at),
    contentType: optionalString(object, 'content_type', at),
    parts: contentOf(fieldOf(object, 'content'), `${at}.content`),
  };
}

function contentOf(value: JsonValue, at: string): PartNode[] {
  if (typeof value === 'string') return [{ kind: 'text', text: value }];
  if (!isJsonArray(value)) throw wrong(at, 'a string or a list of content', value);
  return value.map((part, i) => partOf(part, `${at}[${i}]`));
}

const PART_FIELDS: Readonly<Record<string, readonly string[]>> = {
  text: ['type', 'text'],
  system_content: [
    'type',
    'model_identity',
    'reasoning_effort',
    'tools',
    'conversation_start_date',
    'knowledge_cutoff',
    'channel_config',
  ],
  developer_content: ['type', 'instructions', 'tools', 'responseFormats', 'response_formats'],
};

function partOf(value: JsonValue, at: string): PartNode {
  const type = choice(fieldOf(struct(value, at, ['type']), 'type'), Object.keys(PART_FIELDS), `${at}.type`);
  const part = struct(value, at, PART_FIELDS[type] ?? []);
  if (type === 'text') return { kind: 'text', text: string(fieldOf(part, 'text'), `${at}.text`) };
  return type === 'system_content' ? systemOf(part, at) : developerOf(part, at);
}

function systemOf(part: JsonObject, at: string): SystemNode {
  const effort = given(part, 'reasoning_effort');
  return {
    kind: 'system',
    identity: optionalString(part, 'model_identity', at),
    effort: effort === undefined ? undefined : choice(effort, ['Low', 'Medium', 'High'], `${at}.reasoning_effort`),
    date: optionalString(part, 'conversation_start_date', at),
    cutoff: optionalString(part, 'knowledge_cutoff', at),
    channels: channelsOf(given(part, 'channel_config'), `${at}.channel_config`),
    namespaces: namespacesOf(given(part, 'tools'), `${at}.tools`),
  };
}

function channelsOf(value: JsonValue, at: string): ChannelConfig | undefined {
  if (value === undefined) return undefined;
  const object = struct(value, at, ['valid_channels', 'channel_required']);
  const names = array(fieldOf(object, 'valid_channels'), `${at}.valid_channels`);
  const required = fieldOf(object, 'channel_required');
  if (typeof required !== 'boolean') throw wrong(`${at}.channel_required`, 'a boolean', required);
  return {
    valid_channels: names.map((name, i) => string(name, `${at}.valid_channels[${i}]`)),
    channel_required: required,
  };
}

function developerOf(part: JsonObject, at: string): DeveloperNode {
  const key = given(part, 'responseFormats') === undefined ? 'response_formats' : 'responseFormats';
  const formats = given(part, key);
  return {
    kind: 'developer',
    instructions: optionalString(part, 'instructions', at),
    namespaces: namespacesOf(given(part, 'tools'), `${at}.tools`),
    formats:
      formats === undefined ? [] : array(formats, `${at}.${key}`).map((f, i) => formatOf(f, `${at}.${key}[${i}]`)),
  };
}

function formatOf(value: JsonValue, at: string): FormatNode {
  const object = struct(value, at, ['name', 'description', 'schema']);
  const schema = fieldOf(object, 'schema');
  if (schema === undefined) throw wrong(`${at}.schema`, 'a JSON schema', schema);
  return {
    name: string(fieldOf(object, 'name'), `${at}.name`),
    description: optionalString(object, 'description', at),
    schema,
  };
}

/** Namespaces in byte order of their keys, as the reference's map has them. */
function namespacesOf(value: JsonValue, at: string): NamespaceNode[] {
  if (value === undefined) return [];
  if (!isJsonObject(value)) throw wrong(at, 'a map of namespaces', value);
  return fieldsOf(value)
    .map(([key, namespace]) => namespaceOf(key, namespace, `${at}.${key}`))
    .sort((a, b) => compareBytes(a.key, b.key));
}

function namespaceOf(key: string, value: JsonValue, at: string): NamespaceNode {
  const object = struct(value, at, ['name', 'description', 'tools']);
  return {
    key,
    name: string(fieldOf(object, 'name'), `${at}.name`),
    description: optionalString(object, 'description', at),
    tools: array(fieldOf(object, 'tools'), `${at}.tools`).map((tool, i) => toolOf(tool, `${at}.tools[${i}]`)),
  };
}

function toolOf(value: JsonValue, at: string): ToolNode {
  const object = struct(value, at, ['name', 'description', 'parameters']);
  return {
    name: string(fieldOf(object, 'name'), `${at}.name`),
    description: string(fieldOf(object, 'description'), `${at}.description`),
    parameters: given(object, 'parameters'),
  };
}

/** UTF-8 byte order, which is code point order; UTF-16 order differs above U+D7FF. */
function compareBytes(a: string, b: string): number {
  const left = [...a];
  const right = [...b];
  for (let i = 0; i < left.length && i < right.length; i++) {
    const difference = left[i]!.codePointAt(0)! - right[i]!.codePointAt(0)!;
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

/** An object none of whose known fields is repeated; repeated unknown keys are ignored like all unknown keys. */
function struct(value: JsonValue, at: string, fields: readonly string[]): JsonObject {
  if (!isJsonObject(value)) throw wrong(at, 'an object', value);
  if (value instanceof ExactObject) {
    const twice = fields.find((field) => value.repeated.has(field));
    if (twice !== undefined) throw refused(`${at}: duplicate field \`${twice}\``);
  }
  return value;
}

/** `null` and absent are the same. */
function given(object: JsonObject, key: string): JsonValue {
  return fieldOf(object, key) ?? undefined;
}

function optionalString(object: JsonObject, key: string, at: string): string | undefined {
  const value = given(object, key);
  return value === undefined ? undefined : string(value, `${at}.${key}`);
}

function string(value: JsonValue, at: string): string {
  if (typeof value !== 'string') throw wrong(at, 'a string', value);
  return value;
}

function array(value: JsonValue, at: string): readonly JsonValue[] {
  if (!isJsonArray(value)) throw wrong(at, 'a list', value);
  return value;
}

function choice<T extends string>(value: JsonValue, choices: readonly T[], at: string): T {
  const known = choices.find((one) => one === value);
  if (known === undefined) throw wrong(at, `one of ${choices.join(', ')}`, value);
  return known;
}

function wrong(at: string, expected: string, value: JsonValue): HarmonyError {
  return refused(`${at} must be ${expected}, not ${value === undefined ? 'missing' : describe(value)}`);
}

function refused(why: string): HarmonyError {
  return new HarmonyError('ERR_HARMONY_INVALID_CONVERSATION', `invalid conversation JSON: ${why}`);
}
