/**
 * Every path is linear: the work per token at 100,000 tokens is within 1.3x of that at 1,000. Counted, not timed; the
 * times stand in the bench. Cases of public reports B181, B182 and B184 are among them.
 */
import { describe, expect, it } from 'vitest';
import { createTextParser, createTokenParser, type ParseOptions, parseText, parseTokens } from '../../lib/index.ts';
import { countWork } from '../support/count-work.ts';

const HEADER = '<|channel|>final<|message|>';
const CALL = '<|channel|>commentary to=functions.write json<|message|>{"text":"';

const feedText = (options: ParseOptions, beginning: string, piece: string) => (n: number) => {
  const parser = createTextParser({ onDelta: () => {}, ...options });
  parser.feed(beginning);
  for (let i = 0; i < n; i++) parser.feed(piece);
  parser.end();
};
const feedIds = (options: ParseOptions, ids: readonly number[], id: number) => (n: number) => {
  const parser = createTokenParser({ onDelta: () => {}, ...options });
  for (const token of ids) parser.feed(token);
  for (let i = 0; i < n; i++) parser.feed(id);
  parser.end();
};

const CASES: Record<string, (n: number) => void> = {
  'text, one token a feed': feedText({}, HEADER, ' word'),
  'text, one character a feed': feedText({}, HEADER, 'x'),
  'text, one character a feed, nothing retained': feedText({ retain: 'none' }, HEADER, 'x'),
  'the arguments of a call, eight characters a feed (B182)': feedText({}, CALL, 'aaaaaaaa'),
  'text that is all half markers, fed whole (B184)': (n) => void parseText(HEADER + '{<|{|>'.repeat(n)),
  'text that is all half markers, one character a feed': (n) => {
    const parser = createTextParser();
    parser.feed(HEADER);
    for (let i = 0; i < n; i++) parser.feed('{<|{|>'[i % 6]!);
    parser.end();
  },
  'text whole': (n) => void parseText(HEADER + ' word'.repeat(n)),
  'whole turns': (n) => void parseText(`<|start|>assistant${HEADER}x<|end|>`.repeat(n / 10), { role: null }),
  'a header that never ends, one character a feed': feedText({}, '<|channel|>', 'x'),
  'a header that never ends, white space': feedText({}, '<|channel|>', ' '),
  'headers that never end, one after another': feedText({}, '', '<|start|>assistant to=functions.f '),
  'header words that never end': feedText({ role: null }, '', 'json '),
  'text after to= that never ends': feedText({}, 'to=f ', 'x '),
  'markers only': feedText({}, '', '<|channel|>'),
  'white space between messages': feedText({ role: null }, '', ' '),
  'ids, one a feed (B181)': feedIds({}, [200005, 17196, 200008], 2195),
  'ids that are half characters': feedIds({}, [200005, 17196, 200008], 9552),
  'ids of a header that never ends': feedIds({}, [200005], 2195),
  'ids, close to the limit of content': (n) => feedIds({ maxContentBytes: 6 * n }, [200005, 17196, 200008], 2195)(n),
  'ids whole': (n) => void parseTokens([200005, 17196, 200008, ...new Array<number>(n).fill(2195)]),
  'stop tokens only': feedIds({}, [], 200007),
  'unknown ids': feedIds({ role: null }, [], 300_000),
};

describe('work per token at 100,000 tokens is within 1.3x of that at 1,000', () => {
  it.each(Object.entries(CASES))('%s', (_name, run) => {
    run(1000);
    const few = countWork(() => run(1000)) / 1000;
    const many = countWork(() => run(100_000)) / 100_000;
    // A part per thousand of slack where the work is next to nothing.
    expect(many).toBeLessThanOrEqual(few * 1.3 + 0.1);
  });
});

describe('public reports on time', () => {
  it('B181: pieces are joined once', () => {
    const text = `${HEADER}${'word '.repeat(120).trimEnd()}<|return|>`;
    expect(parseText(text).messages[0]?.content.length).toBe(599);
  });
});
