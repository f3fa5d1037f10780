/**
 * Question: does a token cost more when 99,999 came before it than when 999 did? Each line is the time per token of a
 * large input over that of a small one of the same kind; whatever is quadratic stands out a hundredfold.
 */
import { deepStrictEqual } from 'node:assert';
import { CHANNEL, MESSAGE, ORDINARY_COUNT, RETURN, START } from '../../lib/wire/index.ts';
import type { Corpus } from '../corpus.ts';
import { corpusOf, loadCorpus } from '../corpus.ts';
import type { Subject } from '../paired.ts';
import { product } from '../product.ts';
import type { Line, Row } from '../row.ts';
import { costOfSize } from '../row.ts';

const SMALL = 1_000;
const LARGE = 100_000;
const QUICK_LARGE = 5_000;
const TARGET = { of: 'ratio_median', at_most: 1.3 } as const;
/** Ids of o200k: `analysis` and `assistant` are one token each. */
const ANALYSIS = 35_644;
const ASSISTANT = 173_781;
const HEADER = '<|start|>assistant<|channel|>analysis';

/** An input of `tokens` tokens, and what it should be read as: the summed length of all contents. */
interface Input {
  tokens: number;
  text: string;
  ids?: Uint32Array;
}

type Kind = 'body' | 'dense' | 'headers' | 'long-header';

export const linearity: Row = {
  name: 'linearity',
  title: 'cost of a token at 100,000 tokens, in units of that at 1,000',
  async check() {
    for (const [name, kind, parse] of CASES) {
      for (const tokens of [SMALL, QUICK_LARGE]) {
        const input = inputOf(kind, tokens, loadCorpus());
        deepStrictEqual(parse(input), wholeText(input), name);
      }
    }
  },
  async time(effort) {
    const corpus = loadCorpus();
    const lines: Line[] = [];
    for (const [name, kind, parse] of CASES) {
      const small = inputOf(kind, SMALL, corpus);
      const large = inputOf(kind, effort.quick ? QUICK_LARGE : LARGE, corpus);
      const work = (input: Input): Subject => ({
        name: `${name}, ${input.tokens.toLocaleString('en')} tokens`,
        tokens: input.tokens,
        bytes: Buffer.byteLength(input.text),
        run: () => parse(input),
      });
      lines.push(await costOfSize(this.name, work(large), work(small), TARGET, effort));
    }
    return lines;
  },
};

/** Returns how many UTF-16 units of content were read, whatever way they came in. */
type Parse = (input: Input) => number;

const wholeText: Parse = ({ text }) => lengthOf(product.parseText(text).messages);
const wholeIds: Parse = ({ ids }) => lengthOf(product.parseTokens(ids!).messages);

const singleIds: Parse = ({ ids }) => {
  const parser = product.createTokenParser({ onDelta: ignore });
  for (let i = 0; i < ids!.length; i++) parser.feed(ids![i]!);
  return lengthOf(parser.end().messages);
};

const singleCharacters: Parse = ({ text }) => {
  const parser = product.createTextParser({ onDelta: ignore });
  for (let i = 0; i < text.length; i++) parser.feed(text[i]!);
  return lengthOf(parser.end().messages);
};

const CASES: readonly [string, Kind, Parse][] = [
  ['ids at once', 'body', wholeIds],
  ['an id a call', 'body', singleIds],
  ['text at once', 'body', wholeText],
  ['a character a call', 'body', singleCharacters],
  ['`<|`-dense text at once', 'dense', wholeText],
  ['`<|`-dense text, a character a call', 'dense', singleCharacters],
  ['headers without end, ids at once', 'headers', wholeIds],
  ['headers without end, an id a call', 'headers', singleIds],
  ['headers without end, text at once', 'headers', wholeText],
  ['headers without end, a character a call', 'headers', singleCharacters],
  ['one header without end, text at once', 'long-header', wholeText],
  ['one header without end, a character a call', 'long-header', singleCharacters],
];

function inputOf(kind: Kind, tokens: number, corpus: Corpus): Input {
  switch (kind) {
    case 'body':
      return bodyOf(tokens, corpus);
    case 'dense':
      // Three tokens each: `<|`, a word that begins as a marker's name does, a bar.
      return { tokens, text: `<|channel|>final<|message|>${'<|mess| '.repeat(tokens / 3)}` };
    case 'headers':
      // Two markers and two words each, and never a body.
      return {
        tokens,
        text: HEADER.repeat(tokens / 4),
        ids: Uint32Array.from({ length: tokens }, (_, i) => [START, ASSISTANT, CHANNEL, ANALYSIS][i % 4]!),
      };
    default:
      return { tokens, text: `<|channel|>analysis${' to=x'.repeat(tokens / 3)}` };
  }
}

/** One long message of real ids. */
function bodyOf(tokens: number, corpus: Corpus): Input {
  const body = corpus.ids.filter((id) => id < ORDINARY_COUNT).subarray(0, tokens - 4);
  const ids = Uint32Array.of(CHANNEL, ANALYSIS, MESSAGE, ...body, RETURN);
  return { tokens, ids, text: corpusOf({ ids, offsets: Uint32Array.of(0, ids.length) }).text(0) };
}

function lengthOf(messages: readonly { content: string }[]): number {
  let length = 0;
  for (const message of messages) length += message.content.length;
  return length;
}

function ignore(): void {}
