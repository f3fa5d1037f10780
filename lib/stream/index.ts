/**
 * Parsers as streams: web `TransformStream`s, Node streams, async iterables. All yield the same events.
 * @packageDocumentation
 */
import '../index.ts';

export type { HarmonyEvent, TextStreamOptions, TokenStreamOptions } from './events.ts';
export { type AbortOptions, type ChunkSource, parseTextStream, parseTokenStream } from './iterate.ts';
export { createNodeTextStream, createNodeTokenStream } from './node.ts';
export { HarmonyTextStream, HarmonyTokenStream } from './web.ts';
