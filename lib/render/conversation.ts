/** Conversations and single messages, to text and to ids. */
import { RETURN, START } from '../wire/index.ts';
import { dropAnalysis, isFinal } from './drop.ts';
import { encodePiece } from './encode/index.ts';
import { writeMessage } from './message.ts';
import { checkConversationOptions, checkMessageOptions, styleOf } from './options.ts';
import type { MessageNode } from './read.ts';
import { readConversation, readMessage } from './read.ts';
import { SafeSink } from './safe-sink.ts';
import type { PieceSink } from './sink.ts';
import { TextSink, TokenSink } from './sink.ts';
import type { Conversation, ConversationMessage, RenderConversationOptions, RenderMessageOptions } from './types.ts';

/**
 * Renders a conversation as openai-harmony 0.0.8 does, byte for byte.
 *
 * @param conversation An object in the reference's JSON form, or exact JSON text of one: text keeps number spelling
 *   (`1.0`) and the order of integer-like keys, which JavaScript objects lose.
 * @throws HarmonyError `ERR_HARMONY_INVALID_CONVERSATION` (naming message and field), `ERR_HARMONY_INVALID_CONTENT` for
 *   system or developer content in another role, `ERR_HARMONY_TOOL_WITHOUT_NAME`, `ERR_HARMONY_INVALID_TOOL_NAME`,
 *   `ERR_HARMONY_SCHEMA_TOO_LARGE`, `ERR_HARMONY_CONTROL_SPELLING`, `ERR_HARMONY_CONTENT_TOO_LARGE`.
 * @throws TypeError for wrong options.
 */
export function renderConversation(conversation: Conversation | string, options?: RenderConversationOptions): string {
  const sink = new TextSink();
  writeConversation(conversation, options, sink, 'renderConversation');
  return sink.finish();
}

/**
 * Like {@link renderConversation}, as token ids of o200k_harmony. No text can become a control token, whatever it spells.
 * Encoded pieces are kept by content, so that a conversation that has grown by a turn costs little more than the turn.
 */
export function encodeConversation(
  conversation: Conversation | string,
  options?: RenderConversationOptions,
): Uint32Array {
  const sink = new TokenSink(encodePiece);
  writeConversation(conversation, options, sink, 'encodeConversation');
  return sink.finish();
}

/** Renders one message. Throws as {@link renderConversation} does. */
export function renderMessage(message: ConversationMessage | string, options?: RenderMessageOptions): string {
  const sink = new TextSink();
  writeOne(message, options, sink, 'renderMessage');
  return sink.finish();
}

/** Like {@link renderMessage}, as token ids. */
export function encodeMessage(message: ConversationMessage | string, options?: RenderMessageOptions): Uint32Array {
  const sink = new TokenSink(encodePiece);
  writeOne(message, options, sink, 'encodeMessage');
  return sink.finish();
}

function writeOne(message: unknown, options: RenderMessageOptions = {}, target: PieceSink, where: string): void {
  checkMessageOptions(options, where);
  const node = readMessage(message);
  const sink = new SafeSink(target, options, node.at);
  writeMessage(node, styleOf(options, [node], options.hasFunctionTools ?? false), sink);
}

function writeConversation(
  conversation: unknown,
  options: RenderConversationOptions = {},
  target: PieceSink,
  where: string,
): void {
  checkConversationOptions(options, where);
  const messages = readConversation(conversation);
  const style = styleOf(options, messages, messages.some(declaresFunctions));
  const training = options.for === 'training';
  const kept = dropAnalysis(messages, options.dropAnalysis ?? 'none', training);
  const last = training && isFinal(messages.at(-1)) ? messages.at(-1) : undefined;
  const sink = new SafeSink(target, options, 'conversation');
  for (const message of kept) {
    sink.at = message.at;
    writeMessage(message, style, sink, message === last ? RETURN : undefined);
  }
  if (options.for === 'completion') {
    sink.control(START);
    sink.text(options.nextRole ?? 'assistant');
  }
}

/** The map's key counts, whatever the namespace is called; tools of a system message do not. */
function declaresFunctions(message: MessageNode): boolean {
  return message.parts.some(
    (part) =>
      part.kind === 'developer' &&
      part.namespaces.some((namespace) => namespace.key === 'functions' && namespace.tools.length > 0),
  );
}
