/** Conversations to text and token ids, byte for byte as the reference; the dialect's renderers; tool typing. */
export type { DeveloperOptions, SystemOptions } from './constructors.ts';
export { browserTool, developerContent, functionsNamespace, pythonTool, systemContent } from './constructors.ts';
export { encodeConversation, encodeMessage, renderConversation, renderMessage } from './conversation.ts';
export * from './dialect/index.ts';
export type { EncodeTextOptions } from './encode-text.ts';
export { encodeText } from './encode-text.ts';
export type { RenderParsedOptions } from './parsed.ts';
export { encodeParsed, renderParsed, toConversation } from './parsed.ts';
export { toolNameMap } from './tool-names.ts';
export type * from './types.ts';
