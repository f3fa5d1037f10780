/**
 * Question: does a token cost more when 99,999 came before it than when 999 did? Each line is the time per token of
 * one large input over that of a hundred small ones of the same kind, their results kept until the last is read. So
 * both touch as much memory and leave as much for the collector (one small input over and over would lie in the
 * first-level cache), and what is left is what the length of an input costs. Quadratic work stands out a hundredfold.
 */
import { deepStrictEqual } from 'node:assert';
import { CHANNEL, MESSAGE, ORDINARY_COUNT, RETURN, START } from '../../lib/wire/index.ts';
import type { Corpus } from '../corpus.ts';
import { corpusOf, loadCorpus } from '../corpus.ts';
import type { Subject } from '../paired.ts';
import { product } from '../product.ts';
import type { Line, Row } from '../row.ts';
import { costAgainst } from '../row.ts';

const SMALL = 1_000;
const LARGE = 100_000;
const QUICK_LARGE = 5_000;
const TARGET = { of: 'ratio_median', at_most: 1.3 } as const;
/** Ids of o200k: `analysis` and `assistant` are one token each. */
const ANALYSIS = 35_644;
const ASSISTANT = 173_781;
const HEADER = '<|start|>assistant<|channel|>analysis';

interface Input {
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
        const input = inputOf(kind, tokens, loadCorpus(), 0);
        deepStrictEqual(contents(parse(input)), contents(wholeText(input)), name);
      }
    }
  },
  async time(effort) {
    const corpus = loadCorpus();
    const size = effort.quick ? QUICK_LARGE : LARGE;
    const lines: Line[] = [];
    for (const [name, kind, parse] of CASES) {
      const large = [inputOf(kind, size, corpus, 0)];
      const small = Array.from({ length: size / SMALL }, (_, i) => inputOf(kind, SMALL, corpus, i * SMALL));
      const work = (inputs: readonly Input[], what: string): Subject => ({
        name: `${name}, ${what}`,
        tokens: size,
        bytes: inputs.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0),
        run: () => inputs.map(parse),
      });
      const [a, b] = [work(large, `1 x ${size} tokens`), work(small, `${small.length} x ${SMALL} tokens`)];
      lines.push(await costAgainst(this.name, a, b, TARGET, effort));
    }
    return lines;
  },
};

type Messages = readonly { content: string }[];
type Parse = (input: Input) => Messages;

const wholeText: Parse = ({ text }) => product.parseText(text).messages;
const wholeIds: Parse = ({ ids }) => product.parseTokens(ids!).messages;

const singleIds: Parse = ({ ids }) => {
  const parser = product.createTokenParser({ onDelta: ignore });
  for (let i = 0; i < ids!.length; i++) parser.feed(ids![i]!);
  return parser.end().messages;
};

const singleCharacters: Parse = ({ text }) => {
  const parser = product.createTextParser({ onDelta: ignore });
  for (let i = 0; i < text.length; i++) parser.feed(text[i]!);
  return parser.end().messages;
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

function inputOf(kind: Kind, tokens: number, corpus: Corpus, from: number): Input {
  switch (kind) {
    case 'body':
      return bodyOf(tokens, corpus, from);
    case 'dense':
      // Three tokens each: `<|`, a word that begins as a marker's name does, a bar.
      return { text: `<|channel|>final<|message|>${'<|mess| '.repeat(tokens / 3)}` };
    case 'headers':
      // Two markers and two words each, and never a body.
      return {
        text: HEADER.repeat(tokens / 4),
        ids: Uint32Array.from({ length: tokens }, (_, i) => [START, ASSISTANT, CHANNEL, ANALYSIS][i % 4]!),
      };
    default:
      return { text: `<|channel|>analysis${' to=x'.repeat(tokens / 3)}` };
  }
}

/** One message of real ids. */
function bodyOf(tokens: number, corpus: Corpus, from: number): Input {
  const body = corpus.ids.filter((id) => id < ORDINARY_COUNT).subarray(from, from + tokens - 4);
  const ids = Uint32Array.of(CHANNEL, ANALYSIS, MESSAGE, ...body, RETURN);
  return { ids, text: corpusOf({ ids, offsets: Uint32Array.of(0, ids.length) }).text(0) };
}

function contents(messages: Messages): string[] {
  return messages.map(({ content }) => content);
}

function ignore(): void {}
