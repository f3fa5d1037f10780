/** Counts of token ids by what they were for. */
import type { MessageHead, Usage } from '../wire/index.ts';
import { isCallRecipient } from './words.ts';

export class UsageCounter {
  private headers = 0;
  private readonly bodies = { analysis: 0, commentary: 0, final: 0, call: 0, other: 0 };

  header(count: number): void {
    this.headers += count;
  }

  body(head: MessageHead, count: number): void {
    this.bodies[bodyKind(head)] += count;
  }

  /** White space between messages. */
  idle(count: number): void {
    this.bodies.other += count;
  }

  total(total: number): Usage {
    const { analysis, commentary, final, call, other } = this.bodies;
    const markers = total - this.headers - analysis - commentary - final - call - other;
    return { total, markers, header: this.headers, body: { ...this.bodies } };
  }
}

function bodyKind(head: MessageHead): keyof Usage['body'] {
  if (head.role === 'assistant' && isCallRecipient(head.recipient)) return 'call';
  const { channel } = head;
  return channel === 'analysis' || channel === 'commentary' || channel === 'final' ? channel : 'other';
}
