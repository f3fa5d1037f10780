/**
 * Question: from which length of a chunk does `TokenParser.feed(ids)` gain by the native core? `NATIVE_RUN_FROM` in
 * lib/engine/native-runs.ts is the answer: the length at which the ratio passes 1.
 */
import { ofHarmony, sameAnswers } from '../answers.ts';
import type { Corpus } from '../corpus.ts';
import { loadCorpus } from '../corpus.ts';
import type { Subject } from '../paired.ts';
import { product } from '../product.ts';
import { slowSlice, workOf } from '../rivals.ts';
import type { Line, Row } from '../row.ts';
import { compare } from '../row.ts';

const LENGTHS = [8, 24, 32, 64, 256] as const;

export const chunks: Row = {
  name: 'chunks',
  title: '`TokenParser.feed(chunk)`, native against TypeScript',
  needsNative: true,
  async check(effort) {
    const slice = slowSlice(loadCorpus(), effort);
    const whole = Array.from({ length: slice.sequences }, (_, i) => product.parseTokens(slice.sequence(i)).messages);
    for (const engine of ['native', 'js'] as const) {
      const parser = product.createTokenParser({ engine });
      const fed = Array.from({ length: slice.sequences }, (_, i) => {
        parser.reset();
        for (const chunk of cut(slice.sequence(i), 32)) parser.feed(chunk);
        return parser.end().messages;
      });
      sameAnswers(
        fed.map((messages) => messages.map(ofHarmony)),
        whole.map((messages) => messages.map(ofHarmony)),
      );
    }
  },
  async time(effort) {
    const corpus = effort.quick ? slowSlice(loadCorpus(), effort) : loadCorpus();
    const lines: Line[] = [];
    for (const length of LENGTHS) {
      const against = [{ rival: subject(corpus, 'js', length) }];
      lines.push(...(await compare(this.name, subject(corpus, 'native', length), against, effort)));
    }
    return lines;
  },
};

function subject(corpus: Corpus, engine: 'native' | 'js', length: number): Subject {
  const parser = product.createTokenParser({ engine });
  const pieces = Array.from({ length: corpus.sequences }, (_, i) => cut(corpus.sequence(i), length));
  return {
    name: `feed of ${length} ids, ${engine}`,
    ...workOf(corpus),
    run() {
      let messages = 0;
      for (const chunksOfOne of pieces) {
        parser.reset();
        for (const chunk of chunksOfOne) parser.feed(chunk);
        messages += parser.end().messages.length;
      }
      return messages;
    },
  };
}

function cut(ids: Uint32Array, length: number): Uint32Array[] {
  return Array.from({ length: Math.ceil(ids.length / length) }, (_, i) => ids.subarray(i * length, (i + 1) * length));
}
