/** Used by require(), which loads ESM from Node 20.19 on. */
const { engine, parseTokens, toChat } = require('harmony-wire');
const { renderParsed } = require('harmony-wire/render');
const { HarmonyTextStream } = require('harmony-wire/stream');
const { parseText } = require('harmony-wire/fallback');
const { version } = require('harmony-wire/package.json');

const result = parseTokens([200005, 17196, 200008, 13225, 200002]);
console.log(
  JSON.stringify({
    engine,
    version,
    content: toChat(result).content,
    rendered: renderParsed(parseText('<|channel|>final<|message|>Hello<|return|>').messages),
    stream: typeof HarmonyTextStream,
  }),
);
