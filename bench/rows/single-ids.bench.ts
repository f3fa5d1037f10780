/**
 * Question: what does one id a call cost, as a server has it that forwards deltas while the model writes?
 * Included: making each delta a string, calling `onDelta`, keeping the messages. npm WASM `process` gives no delta by
 * itself; the second line asks it for one, as any server must.
 */
import type { Answer } from '../answers.ts';
import { sameAnswers, wasmAnswers } from '../answers.ts';
import type { Corpus } from '../corpus.ts';
import { loadCorpus } from '../corpus.ts';
import type { Subject } from '../paired.ts';
import { product } from '../product.ts';
import { slowSlice, tiktokenDecode, wasmProcess, workOf } from '../rivals.ts';
import type { Row } from '../row.ts';
import { compare } from '../row.ts';

export const singleIds: Row = {
  name: 'single-ids',
  title: 'one id a call, with `onDelta`',
  async check(effort) {
    const slice = slowSlice(loadCorpus(), effort);
    sameAnswers(fromDeltas(slice), await wasmAnswers(slice));
  },
  async time(effort) {
    const slice = slowSlice(loadCorpus(), effort);
    const corpus = effort.quick ? slice : loadCorpus();
    const rivals = [
      {
        rival: await wasmProcess(slice, { deltas: false }),
        target: { of: 'ratio_median', at_least: 40 } as const,
      },
      { rival: await wasmProcess(slice, { deltas: true }) },
      { rival: tiktokenDecode(corpus) },
    ];
    const forwarded = [{ rival: await wasmProcess(slice, { deltas: true }) }];
    return [
      ...(await compare(this.name, subject(corpus, 'all'), rivals, effort)),
      ...(await compare(this.name, subject(corpus, 'none'), forwarded, effort)),
    ];
  },
};

/** `none` is what a gateway uses that has no need of whole messages. */
function subject(corpus: Corpus, retain: 'all' | 'none'): Subject {
  let length = 0;
  const parser = product.createTokenParser({
    retain,
    onDelta: (text: string) => {
      length += text.length;
    },
  });
  return {
    name: retain === 'all' ? 'TokenParser.feed(id)' : 'TokenParser.feed(id), retain: none',
    ...workOf(corpus),
    run() {
      for (let i = 0; i < corpus.sequences; i++) {
        parser.reset();
        const ids = corpus.sequence(i);
        for (let k = 0; k < ids.length; k++) parser.feed(ids[k]!);
        parser.end();
      }
      return length;
    },
  };
}

/** Content put together from deltas alone, so that a delta lost or sent twice is seen. */
function fromDeltas(corpus: Corpus): Answer[][] {
  return Array.from({ length: corpus.sequences }, (_, i) => {
    const answers: Answer[] = [];
    const parser = product.createTokenParser({
      onMessageStart: ({ role, channel, recipient, contentType }) => {
        answers.push({ role, channel, recipient, contentType, content: '' });
      },
      onDelta: (text) => {
        answers.at(-1)!.content += text;
      },
    });
    for (const id of corpus.sequence(i)) parser.feed(id);
    parser.end();
    return answers;
  });
}
