/** Which reasoning of earlier turns is left out. */
import type { MessageNode } from './read.ts';
import type { DropAnalysis } from './types.ts';

/** The messages that are rendered. Training keeps the reasoning of the answer that is trained. */
export function dropAnalysis(
  messages: readonly MessageNode[],
  policy: DropAnalysis,
  training: boolean,
): readonly MessageNode[] {
  if (policy === 'none') return messages;
  const before = policy === 'official' ? officialEnd(messages) : finishedEnd(messages, training);
  return messages.filter((message, index) => index >= before || message.channel !== 'analysis');
}

/** The reference: only if the last assistant message is final, and then before the *first* final of any role. */
function officialEnd(messages: readonly MessageNode[]): number {
  const last = messages.findLast((message) => message.role === 'assistant');
  return last?.channel === 'final' ? messages.findIndex((message) => message.channel === 'final') : 0;
}

function finishedEnd(messages: readonly MessageNode[], training: boolean): number {
  const earlier = training && isFinal(messages.at(-1)) ? messages.slice(0, -1) : messages;
  return earlier.findLastIndex(isFinal);
}

export function isFinal(message: MessageNode | undefined): boolean {
  return message?.role === 'assistant' && message.channel === 'final';
}
