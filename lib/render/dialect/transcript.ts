/** Whole transcripts as one text. */
import { envelope, renderAssistantToolCalls, renderThinking, renderToolResults } from './envelopes.ts';
import { safeText } from './neutralise.ts';
import { dropsFinished } from './options.ts';
import type {
  CallBlock,
  DialectBlock,
  DialectMessage,
  DialectOptions,
  DialectResult,
  DialectResultMessage,
  TranscriptMessage,
  TranscriptOptions,
} from './types.ts';

/** An assistant turn by kind of content: text blocks joined by nothing, reasoning by newlines, images left out. */
export interface AssistantParts {
  text: string;
  thinking: string;
  calls: CallBlock[];
}

/**
 * A transcript in order: assistant turns as analysis, text, calls; runs of results; everything else under its role.
 * No generation prompt, no return token. Text beside calls is commentary (a preamble), under `compat: 'omp'` final.
 */
export function renderTranscript(messages: readonly TranscriptMessage[], options: TranscriptOptions = {}): string {
  const finished = dropsFinished(options, 'renderTranscript') ? messages.findLastIndex(isAnswer) : -1;
  const style: DialectOptions = options.compat === undefined ? {} : { compat: options.compat };
  return messages.map((message, index) => messageText(message, index > finished, style)).join('');
}

/** An assistant turn that is rendered with a final message. */
export function isAnswer(message: TranscriptMessage): boolean {
  if (message.role !== 'assistant') return false;
  const { text, thinking, calls } = assistantParts(message.content);
  return calls.length === 0 && (text !== '' || thinking === '');
}

function messageText(message: TranscriptMessage, withThinking: boolean, options: DialectOptions): string {
  if (message.role === 'toolResult') return renderToolResults([resultOf(message)], options);
  if (message.role === 'assistant') return assistantText(assistantParts(message.content), withThinking, options);
  return envelope(safeText(message.role, options), undefined, safeText(contentText(message.content), options));
}

export function assistantText(parts: AssistantParts, withThinking: boolean, options: DialectOptions): string {
  const thinking = withThinking ? parts.thinking : '';
  const nothing = parts.thinking === '' && parts.text === '' && parts.calls.length === 0;
  const channel = parts.calls.length > 0 && options.compat !== 'omp' ? 'commentary' : 'final';
  const text = parts.text === '' && !nothing ? '' : envelope('assistant', channel, safeText(parts.text, options));
  return renderThinking(thinking, options) + text + renderAssistantToolCalls(parts.calls, options);
}

export function assistantParts(content: DialectMessage['content']): AssistantParts {
  if (typeof content === 'string') return { text: content, thinking: '', calls: [] };
  const thinking = content.flatMap((block) => (block.type === 'thinking' ? [block.thinking] : []));
  return {
    text: content.map((block) => (block.type === 'text' ? block.text : '')).join(''),
    thinking: thinking.join('\n'),
    calls: content.filter((block) => block.type === 'toolCall'),
  };
}

export function resultOf(message: DialectResultMessage): DialectResult {
  return { name: message.toolName, text: contentText(message.content), isError: message.isError === true };
}

/** Text blocks joined; an image is named by its media type. */
function contentText(content: string | readonly DialectBlock[]): string {
  if (typeof content === 'string') return content;
  return content.map(blockText).join('');
}

function blockText(block: DialectBlock): string {
  if (block.type === 'text') return block.text;
  if (block.type !== 'image') return '';
  return block.mimeType ? `[Image: ${block.mimeType}]` : '[Image]';
}
