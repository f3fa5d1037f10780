/** Parsed messages back to the wire, as they were written: recipient position, spacing and content types included. */
import {
  CALL,
  checkOptionNames,
  controlMarkerAt,
  describe,
  END,
  type HarmonyMessage,
  HarmonyTypeError,
  invalidOption,
  Kind,
  MESSAGE,
  markerLength,
  RETURN,
  START,
  skipWhiteSpace,
} from '../wire/index.ts';
import { encodePiece } from './encode/index.ts';
import { idOfMarker } from './marker-ids.ts';
import { SafeSink } from './safe-sink.ts';
import type { PieceSink } from './sink.ts';
import { TextSink, TokenSink } from './sink.ts';
import type { Conversation, ConversationMessage } from './types.ts';

export interface RenderParsedOptions {
  /**
   * `exact`: every terminator as it was, none where the input stopped or the next message cut in.
   * `history` (default): every message closed, `<|return|>` as `<|end|>`. `training`: closed, `<|return|>` stays.
   */
  for?: 'exact' | 'history' | 'training';
}

/**
 * Renders parsed messages. A message that was well-formed gives start token, its raw header, message token, content and
 * terminator: with `for: 'exact'` the very text it was parsed from. The first message of a completion gets the role
 * word, which stood in the prompt (one that the completion repeats is written once). A message without message token is rendered from its fields.
 *
 * @throws TypeError for wrong messages or options.
 */
export function renderParsed(messages: readonly HarmonyMessage[], options: RenderParsedOptions = {}): string {
  const sink = new TextSink();
  writeParsed(messages, options, sink, 'renderParsed');
  return sink.finish();
}

/** Like {@link renderParsed}, as ids; text is encoded anew, so a model's own unusual cut of a word is not kept. */
export function encodeParsed(messages: readonly HarmonyMessage[], options: RenderParsedOptions = {}): Uint32Array {
  const sink = new TokenSink(encodePiece);
  writeParsed(messages, options, sink, 'encodeParsed');
  return sink.finish();
}

/**
 * Parsed messages as a conversation, to render them anew in a chosen style (`recipientPosition`, `contentTypeStyle`).
 * Raw headers and terminators are left behind.
 */
export function toConversation(messages: readonly HarmonyMessage[]): Conversation {
  checkMessages(messages, 'toConversation');
  return { messages: messages.map(conversationMessage) };
}

function checkMessages(messages: unknown, where: string): void {
  if (Array.isArray(messages)) return;
  const message = `${where}: messages must be those of a ParseResult, not ${describe(messages)}`;
  throw new HarmonyTypeError('ERR_HARMONY_INVALID_ARGUMENT', message);
}

function conversationMessage(message: HarmonyMessage): ConversationMessage {
  const contentType = contentTypeOf(message);
  return {
    role: message.role,
    ...(message.name === undefined ? {} : { name: message.name }),
    ...(message.recipient === undefined ? {} : { recipient: message.recipient }),
    content: message.content,
    ...(message.channel === undefined ? {} : { channel: message.channel }),
    ...(contentType === undefined ? {} : { content_type: contentType }),
  };
}

function contentTypeOf(message: HarmonyMessage): string | undefined {
  return message.constrained ? `<|constrain|>${message.contentType ?? ''}` : message.contentType;
}

function writeParsed(
  messages: readonly HarmonyMessage[],
  options: RenderParsedOptions,
  target: PieceSink,
  where: string,
): void {
  checkMessages(messages, where);
  checkOptionNames(options, ['for'], where);
  const purpose: unknown = options.for ?? 'history';
  if (purpose !== 'exact' && purpose !== 'history' && purpose !== 'training') {
    throw invalidOption(where, 'for', 'exact, history or training', purpose);
  }
  const sink = new SafeSink(target, {}, 'messages');
  messages.forEach((message, index) => {
    sink.at = `messages[${index}]`;
    sink.control(START);
    writeHeaderText(headerOf(message), sink);
    sink.control(MESSAGE);
    if (message.content !== '') sink.text(message.content);
    const terminator = terminatorOf(message, purpose);
    if (terminator !== undefined) sink.control(terminator);
  });
}

/** The raw header, with the role word where that stood in the prompt; or one made from the fields. */
function headerOf(message: HarmonyMessage): string {
  const { header } = message;
  if (message.body === 'message') {
    return lacksRole(message) ? `${message.role}${header}` : header;
  }
  const author = message.role === 'tool' ? (message.name ?? 'tool') : message.role;
  const recipient = message.recipient === undefined ? '' : ` to=${message.recipient}`;
  const channel = message.channel === undefined ? '' : `<|channel|>${message.channel}`;
  const contentType = contentTypeOf(message);
  return `${author}${recipient}${channel}${contentType === undefined ? '' : ` ${contentType}`}`;
}

/** The role was given by the caller (only to a first message), or is missing altogether. */
function lacksRole({ header, role, name, index }: HarmonyMessage): boolean {
  const start = header.slice(skipWhiteSpace(header, 0)).toLowerCase();
  if (start.startsWith(role) || (name !== undefined && start.startsWith(name.toLowerCase()))) return false;
  return index === 0 || start === '' || start.startsWith('<|');
}

/** Markers of a header are control tokens. */
function writeHeaderText(header: string, sink: PieceSink): void {
  let copied = 0;
  for (let at = header.indexOf('<|'); at >= 0; at = header.indexOf('<|', at + 1)) {
    const kind = controlMarkerAt(header, at);
    if (kind === Kind.Text) continue;
    if (at > copied) sink.text(header.slice(copied, at));
    sink.control(idOfMarker(kind));
    copied = at + markerLength(kind);
  }
  if (copied < header.length) sink.text(header.slice(copied));
}

function terminatorOf(message: HarmonyMessage, purpose: 'exact' | 'history' | 'training'): number | undefined {
  if (message.end === 'call') return CALL;
  if (message.end === 'return') return purpose === 'history' ? END : RETURN;
  if (message.end === 'end') return END;
  if (purpose === 'exact') return undefined;
  return message.role === 'assistant' && message.recipient !== undefined ? CALL : END;
}
