/** The parsers: the envelope machine, the header grammar, streaming parsers for ids and text, the chat view. */
export type { ArgumentsRepair, CallStatus, ToolCall } from './call.ts';
export { mintCallId, mintToolCallId } from './call-id.ts';
export { type ChatOptions, type ChatView, type FinishReason, toChat, toChats } from './chat.ts';
export { Envelope } from './envelope.ts';
export type { HeaderFields } from './header.ts';
export { readHeaderCached } from './header-cache.ts';
export { Action, State, TRANSITIONS } from './machine.ts';
export {
  type ContentRange,
  type ParseHandlers,
  type ParseOptions,
  type ResolvedOptions,
  resolveOptions,
  type TextParseOptions,
} from './options.ts';
export type { CurrentMessage, Parser } from './parser.ts';
export { createTextParser, parseText, type TextParser } from './text-parser.ts';
export {
  createTokenParser,
  parseTokens,
  type RunSource,
  setRunSource,
  type TokenList,
  type TokenParser,
} from './token-parser.ts';
export { setVocabulary, setVocabularySource, vocabulary } from './vocabulary-source.ts';
