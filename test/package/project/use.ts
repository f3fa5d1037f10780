/** Used from TypeScript, by users with and without the types of Node. */
import {
  type ChatView,
  createTextParser,
  engine,
  type HarmonyMessage,
  nativeLoadError,
  type ParseResult,
  parseText,
  toChat,
} from 'harmony-wire';
import { parseTokens as parseInBrowser } from 'harmony-wire/fallback';
import { renderParsed } from 'harmony-wire/render';

const deltas: string[] = [];
const parser = createTextParser({ onDelta: (text, head) => deltas.push(`${head.role}: ${text}`) });
parser.feed('<|channel|>final<|message|>Hel');
parser.feed('lo<|return|>');
const result: ParseResult = parser.end();
const view: ChatView = toChat(result, { tools: ['functions.f'] });
const messages: readonly HarmonyMessage[] = result.messages;

// @ts-expect-error a wrong option is an error at compile time
export const refused = (): ParseResult => parseText('', { mode: 'lenient' });
// @ts-expect-error engine is one of two words
export const wrong: 'wasm' = engine;

export const reason: string | undefined = nativeLoadError?.message;
export const browser: typeof parseInBrowser = parseInBrowser;
export const report: string = JSON.stringify({
  deltas,
  content: view.content,
  end: messages[0]?.end,
  rendered: renderParsed(messages),
});
