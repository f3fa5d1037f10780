/**
 * A conversation in the reference's JSON form (openai-harmony 0.0.8): snake_case keys, absent and `null` are the same,
 * unknown keys are ignored. Any object of it may be a `Map`, which keeps integer-like keys in their order.
 */
import type { Role } from '../wire/index.ts';

/** A JSON value; numbers may be `bigint` or a `LosslessNumber` of the `lossless-json` package, objects may be a `Map`. */
export type JsonValue = unknown;

export interface TextContent {
  type: 'text';
  text: string;
}

/** `valid_channels` and `channel_required` of a system message; both are required. */
export interface ChannelConfig {
  valid_channels: readonly string[];
  channel_required: boolean;
}

export interface ToolDescription {
  name: string;
  description: string;
  /** JSON Schema of the arguments. Absent: the tool takes none. */
  parameters?: JsonValue;
}

export interface ToolNamespace {
  name: string;
  description?: string | null;
  tools: readonly ToolDescription[];
}

/** Namespaces by key; they are rendered in byte order of the keys. */
export type ToolNamespaces = Readonly<Record<string, ToolNamespace>> | ReadonlyMap<string, ToolNamespace>;

export type ReasoningEffort = 'Low' | 'Medium' | 'High';

export interface SystemContent {
  type: 'system_content';
  model_identity?: string | null;
  reasoning_effort?: ReasoningEffort | null;
  /** Written as `Current date: …`. There is no clock in this package: absent means no line. */
  conversation_start_date?: string | null;
  knowledge_cutoff?: string | null;
  channel_config?: ChannelConfig | null;
  tools?: ToolNamespaces | null;
}

/** A named output schema; ours, the reference has none (format guide, "Response Formats"). */
export interface ResponseFormat {
  name: string;
  description?: string | null;
  schema: JsonValue;
}

export interface DeveloperContent {
  type: 'developer_content';
  instructions?: string | null;
  tools?: ToolNamespaces | null;
  /** Rendered last. `response_formats` is taken too. */
  responseFormats?: readonly ResponseFormat[] | null;
}

export type ContentPart = TextContent | SystemContent | DeveloperContent;

export interface ConversationMessage {
  role: Role;
  /** Author name: `role:name`; of a tool message the author itself (`functions.f`). */
  name?: string | null;
  /** `to=…`; `all` is not written. */
  recipient?: string | null;
  content: string | readonly ContentPart[];
  channel?: string | null;
  /** With a leading `<|constrain|>` that marker is the control token. */
  content_type?: string | null;
}

export interface Conversation {
  messages: readonly ConversationMessage[];
}

/**
 * Which messages on channel analysis are left out.
 * - `none`: none.
 * - `official`: if the last assistant message is final, those before the *first* final (openai-harmony's auto_drop_analysis).
 * - `finished-turns`: those before the *last* final (for training: before the last final of an earlier turn), so that
 *   reasoning stays exactly while its turn, e.g. a tool call, is unfinished.
 */
export type DropAnalysis = 'none' | 'official' | 'finished-turns';

/** How JSON Schema becomes TypeScript: byte for byte as the reference, or with what the reference loses. */
export type SchemaStyle = 'official' | 'improved';

/**
 * What is done about a tool or namespace name that is no identifier.
 * `verbatim` writes it (the reference does), `reject` throws, `sanitise` renames it everywhere, see `toolNameMap`.
 */
export type ToolNamePolicy = 'verbatim' | 'reject' | 'sanitise';

/** Options of one message. */
export interface MessageOptions {
  /** Default `official`. */
  schemaStyle?: SchemaStyle;
  /** Default `verbatim` with the official style, `reject` with the improved one. */
  toolNames?: ToolNamePolicy;
  /** Where `to=…` stands: after the role (the reference) or after the channel (what the models write). Default `role`. */
  recipientPosition?: 'role' | 'channel';
  /** Spelling of a content type json: as given, `<|constrain|>json`, or `json`. Default `as-given`. */
  contentTypeStyle?: 'as-given' | 'constrain' | 'plain';
  /**
   * Control markers spelled in content, names and schemas. As ids they are always ordinary text; in rendered text nothing
   * tells them from markers. `keep` (default, the reference), `escape` (`<\|end\|>`), or `reject`.
   */
  controlSpellings?: 'keep' | 'escape' | 'reject';
  /** Largest piece of text in UTF-16 units. Default 64 Mi. */
  maxPieceLength?: number;
}

export interface RenderMessageOptions extends MessageOptions {
  /** The conversation has tools under the key `functions`, which adds a line to system content. Default false. */
  hasFunctionTools?: boolean;
}

export interface RenderConversationOptions extends MessageOptions {
  /** `completion` ends with the header of the next turn, `training` ends a final answer with `<|return|>`. Default `history`. */
  for?: 'history' | 'completion' | 'training';
  /** Whose turn follows, for `completion`. Default `assistant`. */
  nextRole?: Role;
  /** Default `none`. */
  dropAnalysis?: DropAnalysis;
}
