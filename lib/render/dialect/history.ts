/** History for a chat endpoint that knows no native tools: calls and results as text of ordinary messages. */
import { renderAssistantToolCalls, renderToolResults } from './envelopes.ts';
import { safeText } from './neutralise.ts';
import { dropsFinished } from './options.ts';
import { assistantParts, assistantText, isAnswer, resultOf } from './transcript.ts';
import type {
  DialectBlock,
  DialectMessage,
  DialectOptions,
  DialectResultMessage,
  ImageBlock,
  TextBlock,
  TranscriptMessage,
  TranscriptOptions,
} from './types.ts';

/**
 * Assistant turns become one text block of envelopes, reasoning before a call included; a run of results becomes one
 * user message, images after the text. Under `compat: 'omp'` only turns with calls are rewritten, and lose their reasoning.
 */
export function renderHistory(
  messages: readonly TranscriptMessage[],
  options: TranscriptOptions = {},
): DialectMessage[] {
  const finished = dropsFinished(options, 'renderHistory') ? messages.findLastIndex(isAnswer) : -1;
  const style: DialectOptions = options.compat === undefined ? {} : { compat: options.compat };
  const history: DialectMessage[] = [];
  let run: DialectResultMessage[] = [];
  messages.forEach((message, index) => {
    if (message.role === 'toolResult') {
      run.push(message);
      return;
    }
    history.push(...resultMessage(run, style));
    run = [];
    history.push(style.compat === 'omp' ? ompMessage(message, style) : rewritten(message, index > finished, style));
  });
  return [...history, ...resultMessage(run, style)];
}

function ompMessage(message: DialectMessage, options: DialectOptions): DialectMessage {
  if (message.role !== 'assistant' || typeof message.content === 'string') return message;
  const { calls } = assistantParts(message.content);
  if (calls.length === 0) return message;
  const texts = message.content.flatMap((block) => (block.type === 'text' ? [block.text] : []));
  const prose = texts.join('\n').trimEnd();
  const text = `${prose === '' ? '' : `${prose}\n`}${renderAssistantToolCalls(calls, options)}`;
  return { ...message, content: [{ type: 'text', text }] };
}

function rewritten(message: DialectMessage, withThinking: boolean, options: DialectOptions): DialectMessage {
  if (message.role === 'assistant') {
    const text = assistantText(assistantParts(message.content), withThinking, options);
    return { ...message, content: [{ type: 'text', text }] };
  }
  if (typeof message.content === 'string') return { ...message, content: safeText(message.content, options) };
  return { ...message, content: message.content.map((block) => safeBlock(block, options)) };
}

function safeBlock(block: DialectBlock, options: DialectOptions): DialectBlock {
  return block.type === 'text' ? { ...block, text: safeText(block.text, options) } : block;
}

/** None for an empty run. The images travel as images, so the text does not name them. */
function resultMessage(run: readonly DialectResultMessage[], options: DialectOptions): DialectMessage[] {
  if (run.length === 0) return [];
  const results = run.map((message) => resultOf({ ...message, content: textsOf(message.content) }));
  const text: TextBlock = { type: 'text', text: renderToolResults(results, options) };
  return [{ role: 'user', content: [text, ...run.flatMap((message) => imagesOf(message.content))] }];
}

function textsOf(content: DialectResultMessage['content']): string | TextBlock[] {
  return typeof content === 'string' ? content : content.filter((block) => block.type === 'text');
}

function imagesOf(content: DialectResultMessage['content']): ImageBlock[] {
  return typeof content === 'string' ? [] : content.filter((block) => block.type === 'image');
}
