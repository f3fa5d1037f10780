/** The renderer as it ships (see product.ts), and the conversation that is rendered. */
import type { Conversation, ConversationMessage } from '../lib/render/index.ts';
import type { Corpus } from './corpus.ts';
import { product } from './product.ts';

const folder = new URL('../dist/render/', import.meta.url);

export const renderer = (await import(new URL('index.js', folder).href)) as typeof import('../lib/render/index.ts');

/** They keep no texts, unlike everything public: what an encoder costs is not what a cache costs. */
export const { encodeInScript, nativeEncoder } = (await import(
  new URL('encode/index.js', folder).href
)) as typeof import('../lib/render/encode/index.ts');

const TOOLS = [
  tool('get_weather', 'Gets the weather at a place.', { location: 'The city', unit: 'celsius or fahrenheit' }),
  tool('search', 'Searches the documents.', { query: 'Words to look for', topn: 'How many results' }),
  tool('send_mail', 'Sends a mail.', { to: 'Address', subject: 'Subject line', body: 'The text' }),
];

function tool(name: string, description: string, properties: Record<string, string>) {
  const schemas = Object.entries(properties).map(([key, text]) => [key, { type: 'string', description: text }]);
  return { name, description, parameters: { type: 'object', properties: Object.fromEntries(schemas) } };
}

/** Contents of the corpus' completions, to fill turns with. */
export function contentsOf(corpus: Corpus, count: number): string[] {
  const contents: string[] = [];
  for (let i = 0; contents.length < count; i++) {
    contents.push(...product.parseText(corpus.text(i)).messages.map((message) => message.content));
  }
  return contents.slice(0, count);
}

/** Messages of one turn: question, reasoning, call, result, answer. */
export const TURN_MESSAGES = 5;

/**
 * A conversation with three tools. `mark` makes texts that no cache has seen: it stands in every message from turn
 * `markedFrom` on, and with 0 in the system and developer messages as well.
 */
export function conversation(
  contents: readonly string[],
  turns: number,
  mark: string,
  markedFrom: number,
): Conversation {
  const first = markedFrom === 0 ? mark : '';
  const messages: ConversationMessage[] = [
    { role: 'system', content: [renderer.systemContent({ conversationStartDate: `2026-12-01${first}` })] },
    {
      role: 'developer',
      content: [renderer.developerContent({ instructions: `Be brief.${first}`, functions: TOOLS })],
    },
  ];
  for (let turn = 0; turn < turns; turn++) {
    const text = (part: number) => `${contents[turn * TURN_MESSAGES + part]}${turn >= markedFrom ? mark : ''}`;
    messages.push(
      { role: 'user', content: text(0) },
      { role: 'assistant', channel: 'analysis', content: text(1) },
      {
        role: 'assistant',
        channel: 'commentary',
        recipient: 'functions.search',
        content_type: '<|constrain|>json',
        content: JSON.stringify({ query: text(2).slice(0, 60) }),
      },
      { role: 'tool', name: 'functions.search', recipient: 'assistant', channel: 'commentary', content: text(3) },
      { role: 'assistant', channel: 'final', content: text(4) },
    );
  }
  return { messages };
}
