/**
 * Question: what does a prompt cost, from conversation to ids: three tools, twenty turns? Once with texts that were never
 * seen before, and once where only the last turn is new. The rival does the same work in both.
 */
import { deepStrictEqual } from 'node:assert';
import { loadWasmHarmony } from '../../test/support/wasm-harmony.ts';
import { loadCorpus } from '../corpus.ts';
import type { Subject } from '../paired.ts';
import { contentsOf, conversation, renderer, TURN_MESSAGES } from '../renderer.ts';
import type { Line, Row } from '../row.ts';
import { compare } from '../row.ts';

const TURNS = 20;
const OPTIONS = { for: 'completion' } as const;
const CASES = [
  ['nothing seen before', 0],
  ['grown by a turn', TURNS - 1],
] as const;

type Render = (given: ReturnType<typeof conversation>) => Uint32Array;

async function rivalRender(): Promise<Render> {
  const { encoding } = await loadWasmHarmony();
  type Given = Parameters<typeof encoding.renderConversationForCompletion>[0];
  return (given) =>
    encoding.renderConversationForCompletion(given as unknown as Given, 'assistant', { auto_drop_analysis: false });
}

const render: Render = (given) => renderer.encodeConversation(given, OPTIONS);

export const rendering: Row = {
  name: 'render',
  title: 'a conversation of 3 tools and 20 turns to ids',
  async check() {
    const theirs = await rivalRender();
    const given = conversation(contentsOf(loadCorpus(), TURNS * TURN_MESSAGES), TURNS, ' check', 0);
    deepStrictEqual([...render(given)], [...theirs(given)]);
  },
  async time(effort) {
    const contents = contentsOf(loadCorpus(), TURNS * TURN_MESSAGES);
    const theirs = await rivalRender();
    const lines: Line[] = [];
    for (const [name, markedFrom] of CASES) {
      const plain = conversation(contents, TURNS, '', 0);
      const work = {
        tokens: render(plain).length,
        bytes: Buffer.byteLength(renderer.renderConversation(plain, OPTIONS)),
      };
      let run = 0;
      const subject = (by: string, call: Render): Subject => ({
        name: `${by}, ${name}`,
        ...work,
        run: () => call(conversation(contents, TURNS, ` ${run++}`, markedFrom)).length,
      });
      const ours = subject('encodeConversation', render);
      const rival = subject('npm WASM renderConversationForCompletion', theirs);
      lines.push(...(await compare(this.name, ours, [{ rival }], effort)));
    }
    return lines;
  },
};
