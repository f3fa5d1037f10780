/** One message as control tokens and pieces of text. */
import { CALL, CHANNEL, CONSTRAIN, END, HarmonyError, MESSAGE, START } from '../wire/index.ts';
import { developerText, systemText } from './official/content.ts';
import type { ToolsStyle } from './official/tools.ts';
import type { MessageNode, PartNode } from './read.ts';
import type { PieceSink } from './sink.ts';
import type { MessageOptions } from './types.ts';

const CONSTRAIN_SPELLING = '<|constrain|>';

export interface MessageStyle extends ToolsStyle {
  hasFunctionTools: boolean;
  recipientPosition: NonNullable<MessageOptions['recipientPosition']>;
  contentTypeStyle: NonNullable<MessageOptions['contentTypeStyle']>;
}

/** `terminator`: the last token, if it is not what the message's role and recipient say. */
export function writeMessage(message: MessageNode, style: MessageStyle, sink: PieceSink, terminator?: number): void {
  writeHeader(message, style, sink);
  for (const part of message.parts) {
    const text = partText(part, message, style);
    if (text !== '') sink.text(text);
  }
  // Any recipient makes a call here, `all` and the empty one too: so does the reference.
  const call = message.role === 'assistant' && message.recipient !== undefined;
  sink.control(terminator ?? (call ? CALL : END));
}

function writeHeader(message: MessageNode, style: MessageStyle, sink: PieceSink): void {
  sink.control(START);
  writeAuthor(message, style, sink);
  const recipient = recipientText(message, style);
  const late = style.recipientPosition === 'channel' && message.channel !== undefined;
  if (!late && recipient !== '') sink.text(recipient);
  if (message.channel !== undefined) {
    sink.control(CHANNEL);
    if (message.channel !== '') sink.text(message.channel);
    if (late && recipient !== '') sink.text(recipient);
  }
  if (message.contentType !== undefined) writeContentType(message.contentType, style, sink);
  sink.control(MESSAGE);
}

function writeAuthor(message: MessageNode, style: MessageStyle, sink: PieceSink): void {
  if (message.role !== 'tool') {
    sink.text(message.role);
    if (message.name !== undefined) sink.text(`:${message.name}`);
    return;
  }
  if (message.name === undefined) {
    throw new HarmonyError('ERR_HARMONY_TOOL_WITHOUT_NAME', `${message.at}: Tools should have a name!`);
  }
  if (message.name !== '') sink.text(style.names.address(message.name));
}

function recipientText(message: MessageNode, style: MessageStyle): string {
  if (message.recipient === undefined || message.recipient === 'all') return '';
  return ` to=${style.names.address(message.recipient)}`;
}

/** The marker at the very front is the control token, after a piece of one space; anywhere else it is text. */
function writeContentType(given: string, style: MessageStyle, sink: PieceSink): void {
  const contentType = styledContentType(given, style.contentTypeStyle);
  if (!contentType.startsWith(CONSTRAIN_SPELLING)) {
    sink.text(` ${contentType}`);
    return;
  }
  sink.text(' ');
  sink.control(CONSTRAIN);
  const rest = contentType.slice(CONSTRAIN_SPELLING.length);
  if (rest !== '') sink.text(rest);
}

/** Only json has two spellings in use (openai/harmony #91). */
function styledContentType(contentType: string, style: MessageStyle['contentTypeStyle']): string {
  const json = contentType === 'json' || contentType === `${CONSTRAIN_SPELLING}json`;
  if (!json || style === 'as-given') return contentType;
  return style === 'constrain' ? `${CONSTRAIN_SPELLING}json` : 'json';
}

function partText(part: PartNode, message: MessageNode, style: MessageStyle): string {
  if (part.kind === 'text') return part.text;
  if (part.kind !== message.role) throw misplaced(part.kind, message);
  return part.kind === 'system' ? systemText(part, style.hasFunctionTools, style) : developerText(part, style);
}

/** The reference's own words. */
function misplaced(kind: 'system' | 'developer', message: MessageNode): HarmonyError {
  const content = kind === 'system' ? 'SystemContent' : 'DeveloperContent';
  const role = message.role.charAt(0).toUpperCase() + message.role.slice(1);
  return new HarmonyError(
    'ERR_HARMONY_INVALID_CONTENT',
    `${message.at}: ${content} may only appear in ${kind} messages, found in ${role}`,
  );
}
