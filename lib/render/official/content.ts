/** Text of system and developer content; each is one piece. */
import { compactJson } from '../json.ts';
import type { DeveloperNode, FormatNode, SystemNode } from '../read.ts';
import type { ToolsStyle } from './tools.ts';
import { descriptionLines, toolsSection } from './tools.ts';

/** Sections joined by a blank line, empty ones left out. */
export function systemText(content: SystemNode, hasFunctionTools: boolean, style: ToolsStyle): string {
  const top: string[] = [];
  if (content.identity !== undefined) top.push(content.identity);
  if (content.cutoff !== undefined) top.push(`Knowledge cutoff: ${content.cutoff}`);
  if (content.date !== undefined) top.push(`Current date: ${content.date}`);
  const sections: string[] = [];
  if (top.length > 0) sections.push(top.join('\n'));
  if (content.effort !== undefined) sections.push(`Reasoning: ${content.effort.toLowerCase()}`);
  if (content.namespaces.length > 0) sections.push(toolsSection(content.namespaces, style));
  if (content.channels !== undefined && content.channels.valid_channels.length > 0) {
    sections.push(channelsSection(content.channels, hasFunctionTools));
  }
  return sections.join('\n\n');
}

function channelsSection(channels: NonNullable<SystemNode['channels']>, hasFunctionTools: boolean): string {
  let text = `# Valid channels: ${channels.valid_channels.join(', ')}.`;
  if (channels.channel_required) text += ' Channel must be included for every message.';
  if (hasFunctionTools) text += "\nCalls to these tools must go to the commentary channel: 'functions'.";
  return text;
}

export function developerText(content: DeveloperNode, style: ToolsStyle): string {
  const sections: string[] = [];
  if (content.instructions !== undefined) sections.push('# Instructions', content.instructions);
  if (content.namespaces.length > 0) sections.push(toolsSection(content.namespaces, style));
  if (content.formats.length > 0) sections.push('# Response Formats', ...content.formats.map(formatText));
  return sections.join('\n\n');
}

function formatText(format: FormatNode): string {
  const description = descriptionLines(format.description ?? '').map((line) => `// ${line}`);
  return `## ${format.name}\n\n${[...description, compactJson(format.schema)].join('\n')}`;
}
