/** Used as ESM: every subpath, and the batch on the engine that was chosen. */
import { engine, nativeLoadError, parseText, parseTokenBatch, toChat } from 'harmony-wire';
import * as fallback from 'harmony-wire/fallback';
import { encodeText, renderParsed } from 'harmony-wire/render';
import { parseTokenStream } from 'harmony-wire/stream';

const wire = '<|channel|>final<|message|>Hello<|return|>';
const ids = [200005, ...encodeText('final'), 200008, ...encodeText('Hello'), 200002];
const batch = parseTokenBatch(Uint32Array.from(ids), Uint32Array.of(0, ids.length));
const events = [];
for await (const event of parseTokenStream([ids])) events.push(event.type);

console.log(
  JSON.stringify({
    engine,
    nativeLoadError: nativeLoadError?.message,
    text: toChat(parseText(wire)).content,
    batch: `${batch.engine}: ${batch.messages(0)[0].content}`,
    events,
    rendered: renderParsed(parseText(wire).messages),
    sameFunctions: fallback.parseText === parseText,
  }),
);
