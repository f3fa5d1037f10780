/** What the dialect's renderers take: messages as oh-my-pi's `harmony` dialect has them. */
import type { DropAnalysis, JsonValue } from '../types.ts';

/** `omp` gives exactly the dialect's own output; the default mends what it loses or leaves open (docs/dialect-render.md). */
export interface DialectOptions {
  compat?: 'omp';
}

/** Options of whole transcripts. */
export interface TranscriptOptions extends DialectOptions {
  /** Reasoning of old turns. Default `finished-turns`, under `compat: 'omp'` `none`. */
  dropAnalysis?: Exclude<DropAnalysis, 'official'>;
}

export interface DialectCall {
  name: string;
  /** A JSON value; or, not under `compat: 'omp'`, a string that is the body as it stands. */
  arguments?: JsonValue;
  /** The recipient the call was parsed with: rendered unchanged, not under `compat: 'omp'`. */
  recipient?: string;
}

export interface DialectResult {
  name: string;
  text: string;
  isError?: boolean;
}

export interface TextBlock {
  type: 'text';
  text: string;
}

export interface ThinkingBlock {
  type: 'thinking';
  thinking: string;
}

export interface ImageBlock {
  type: 'image';
  mimeType?: string;
  data: string;
}

export interface CallBlock extends DialectCall {
  type: 'toolCall';
  id: string;
}

export type DialectBlock = TextBlock | ThinkingBlock | ImageBlock | CallBlock;

export interface DialectMessage {
  role: 'user' | 'assistant' | 'developer' | 'system';
  content: string | readonly DialectBlock[];
}

export interface DialectResultMessage {
  role: 'toolResult';
  toolName: string;
  content: string | readonly (TextBlock | ImageBlock)[];
  isError?: boolean;
}

export type TranscriptMessage = DialectMessage | DialectResultMessage;
