/** Where a message began in text: `HarmonyMessage.tokens` says it of ids only, the chat view's issues need it of both. */
import type { HarmonyMessage } from '../wire/index.ts';

const offsets = new WeakMap<HarmonyMessage, number>();

export function rememberOffset(message: HarmonyMessage, offset: number): void {
  offsets.set(message, offset);
}

/** Token index or UTF-16 offset where `message` began; 0 if it did not come from a parser of this process. */
export function positionOf(message: HarmonyMessage): number {
  return message.tokens?.start ?? offsets.get(message) ?? 0;
}
