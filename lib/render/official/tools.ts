/** The tools section: one TypeScript namespace per tool namespace. */
import type { NamespaceNode, ToolNode } from '../read.ts';
import type { ToolNames } from '../tool-names.ts';
import type { JsonValue } from '../types.ts';

export interface ToolsStyle {
  names: ToolNames;
  /** JSON Schema to the TypeScript type of the argument. */
  type: (schema: JsonValue) => string;
}

/** `# Tools` and the namespaces, joined by blank lines. */
export function toolsSection(namespaces: readonly NamespaceNode[], style: ToolsStyle): string {
  return ['# Tools', ...namespaces.map((namespace) => namespaceText(namespace, style))].join('\n\n');
}

function namespaceText(namespace: NamespaceNode, style: ToolsStyle): string {
  const name = style.names.namespace(namespace.name);
  const lines = [`## ${name}\n`];
  const hasTools = namespace.tools.length > 0;
  const description = descriptionLines(namespace.description ?? '');
  lines.push(...(hasTools ? description.map((line) => `// ${line}`) : description));
  if (hasTools) {
    lines.push(`namespace ${name} {\n`);
    for (const tool of namespace.tools) lines.push(...toolLines(namespace.name, tool, style));
    lines.push(`} // namespace ${name}`);
  }
  return lines.join('\n');
}

function toolLines(namespace: string, tool: ToolNode, style: ToolsStyle): string[] {
  const argument = tool.parameters === undefined ? '' : `_: ${style.type(tool.parameters)}`;
  return [
    ...descriptionLines(tool.description).map((line) => `// ${line}`),
    `type ${style.names.tool(namespace, tool.name)} = (${argument}) => any;\n`,
  ];
}

/** Lines as Rust's `lines()` gives them: split at LF, one CR before it removed, none for a trailing LF. */
export function descriptionLines(text: string): string[] {
  const lines = text.split('\n');
  const last = lines.pop()!;
  const complete = lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
  return last === '' ? complete : [...complete, last];
}
