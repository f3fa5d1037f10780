/** Content with the defaults that the reference's constructors give. Nothing here reads a clock. */
import {
  BROWSER_DESCRIPTION,
  BROWSER_FIND,
  BROWSER_OPEN,
  BROWSER_SEARCH,
  PYTHON_DESCRIPTION,
} from './builtin-tools.ts';
import type {
  ChannelConfig,
  DeveloperContent,
  ReasoningEffort,
  ResponseFormat,
  SystemContent,
  ToolDescription,
  ToolNamespace,
} from './types.ts';

export interface SystemOptions {
  /** Default: the ChatGPT sentence of the reference. */
  modelIdentity?: string;
  /** Default `Medium`. */
  reasoningEffort?: ReasoningEffort;
  /** No default: without it there is no `Current date:` line. */
  conversationStartDate?: string;
  /** Default `2024-06`. */
  knowledgeCutoff?: string;
  /** Default: analysis, commentary, final, required. */
  channelConfig?: ChannelConfig;
  /** Built-in tools, e.g. `[browserTool(), pythonTool()]`. */
  tools?: readonly ToolNamespace[];
}

/** System content with the reference's defaults. */
export function systemContent(options: SystemOptions = {}): SystemContent {
  return {
    type: 'system_content',
    model_identity: options.modelIdentity ?? 'You are ChatGPT, a large language model trained by OpenAI.',
    reasoning_effort: options.reasoningEffort ?? 'Medium',
    ...(options.conversationStartDate === undefined ? {} : { conversation_start_date: options.conversationStartDate }),
    knowledge_cutoff: options.knowledgeCutoff ?? '2024-06',
    channel_config: options.channelConfig ?? {
      valid_channels: ['analysis', 'commentary', 'final'],
      channel_required: true,
    },
    ...(options.tools === undefined ? {} : { tools: byName(options.tools) }),
  };
}

export interface DeveloperOptions {
  instructions?: string;
  /** Tools of the namespace `functions`. */
  functions?: readonly ToolDescription[];
  /** Further namespaces. */
  tools?: readonly ToolNamespace[];
  responseFormats?: readonly ResponseFormat[];
}

/** Developer content; function tools come under the namespace `functions`. */
export function developerContent(options: DeveloperOptions = {}): DeveloperContent {
  const namespaces = [...(options.functions === undefined ? [] : [functionsNamespace(options.functions)])];
  namespaces.push(...(options.tools ?? []));
  return {
    type: 'developer_content',
    ...(options.instructions === undefined ? {} : { instructions: options.instructions }),
    ...(namespaces.length === 0 ? {} : { tools: byName(namespaces) }),
    ...(options.responseFormats === undefined ? {} : { responseFormats: options.responseFormats }),
  };
}

/** The namespace of function tools, without a description, as the reference makes it. */
export function functionsNamespace(tools: readonly ToolDescription[]): ToolNamespace {
  return { name: 'functions', tools };
}

/** The built-in `browser` tool of the reference: search, open, find. */
export function browserTool(): ToolNamespace {
  return { name: 'browser', description: BROWSER_DESCRIPTION, tools: [BROWSER_SEARCH, BROWSER_OPEN, BROWSER_FIND] };
}

/** The built-in `python` tool of the reference: free text, so it declares no function. */
export function pythonTool(): ToolNamespace {
  return { name: 'python', description: PYTHON_DESCRIPTION, tools: [] };
}

/** A map whose keys are the names; without a prototype, since names come from users. */
function byName(namespaces: readonly ToolNamespace[]): Record<string, ToolNamespace> {
  const map: Record<string, ToolNamespace> = Object.create(null);
  for (const namespace of namespaces) map[namespace.name] = namespace;
  return map;
}
