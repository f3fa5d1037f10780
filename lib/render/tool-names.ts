/**
 * Names of tools stand unquoted in the TypeScript block of the prompt and in recipients,
 * so one that is no identifier (`x\n} // namespace functions`) can rewrite the prompt.
 */
import { describe, HarmonyError } from '../wire/index.ts';
import type { MessageNode, NamespaceNode } from './read.ts';
import { readConversation } from './read.ts';
import type { JsonValue, ToolNamePolicy } from './types.ts';

const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

export function isIdentifier(name: string): boolean {
  return IDENTIFIER.test(name);
}

/** What names become under a policy. */
export interface ToolNames {
  /** A namespace's name. @throws HarmonyError `ERR_HARMONY_INVALID_TOOL_NAME` under `reject` */
  namespace(name: string): string;
  /** A tool's name inside of its namespace. @throws HarmonyError `ERR_HARMONY_INVALID_TOOL_NAME` under `reject` */
  tool(namespace: string, name: string): string;
  /** A recipient or author `NAMESPACE.TOOL`; anything that names no declared tool stays. */
  address(address: string): string;
}

const same = (name: string): string => name;

const VERBATIM: ToolNames = { namespace: same, tool: (_, name) => name, address: same };

const REJECT: ToolNames = {
  namespace: (name) => checked(name, 'namespace'),
  tool: (namespace, name) => checked(name, `tool of namespace ${describe(namespace)}`),
  address: same,
};

export function toolNames(policy: ToolNamePolicy, messages: readonly MessageNode[]): ToolNames {
  if (policy === 'verbatim') return VERBATIM;
  return policy === 'reject' ? REJECT : sanitised(messages);
}

function checked(name: string, what: string): string {
  if (isIdentifier(name)) return name;
  throw new HarmonyError('ERR_HARMONY_INVALID_TOOL_NAME', `the name ${describe(name)} of a ${what} is no identifier`);
}

function sanitised(messages: readonly MessageNode[]): ToolNames {
  const namespaces = new Map<string, string>();
  const tools = new Map<string, Map<string, string>>();
  const addresses = new Map<string, string>();
  for (const { name, tools: declared } of declaredNamespaces(messages)) {
    rename(namespaces, name);
    const own = tools.get(name) ?? new Map<string, string>();
    tools.set(name, own);
    // Identifiers first, so that they keep their names.
    for (const tool of declared) if (isIdentifier(tool.name)) rename(own, tool.name);
    for (const tool of declared) rename(own, tool.name);
  }
  for (const [namespace, own] of tools) {
    for (const [tool, renamed] of own) addresses.set(`${namespace}.${tool}`, `${namespaces.get(namespace)}.${renamed}`);
  }
  return {
    namespace: (name) => namespaces.get(name) ?? name,
    tool: (namespace, name) => tools.get(namespace)?.get(name) ?? name,
    address: (address) => addresses.get(address) ?? address,
  };
}

/** Identifiers keep their name; others get `_` for each wrong character, and a number if that name is taken. */
function rename(names: Map<string, string>, name: string): void {
  if (names.has(name)) return;
  const base = isIdentifier(name)
    ? name
    : `_${name}`.replace(/[^\p{ID_Continue}$]/gu, '_').replace(/^_(?=[\p{ID_Start}$_])/u, '');
  const taken = new Set(names.values());
  let unique = base;
  for (let i = 2; taken.has(unique); i++) unique = `${base}_${i}`;
  names.set(name, unique);
}

function declaredNamespaces(messages: readonly MessageNode[]): NamespaceNode[] {
  return messages.flatMap((message) => message.parts.flatMap((part) => (part.kind === 'text' ? [] : part.namespaces)));
}

/**
 * The reverse map of `toolNames: 'sanitise'`: from the name a model sees (`functions.get_weather`)
 * to the name that was declared (`functions.get weather`), for every tool of the conversation.
 *
 * @throws HarmonyError `ERR_HARMONY_INVALID_CONVERSATION`
 */
export function toolNameMap(conversation: JsonValue): Map<string, string> {
  const messages = readConversation(conversation);
  const names = sanitised(messages);
  const reverse = new Map<string, string>();
  for (const { name, tools } of declaredNamespaces(messages)) {
    for (const tool of tools) reverse.set(names.address(`${name}.${tool.name}`), `${name}.${tool.name}`);
  }
  return reverse;
}
