/** Writes the corpus: completions as gpt-oss models produce them, in ids. */
import type { Tiktoken } from 'tiktoken/lite';
import { CALL, CHANNEL, CONSTRAIN, END, MESSAGE, RETURN, START } from '../../lib/wire/index.ts';
import { ordinaryTexts } from '../tiktoken.ts';
import { Random } from './random.ts';
import { vocabularyWords } from './words.ts';
import type { Script } from './writers.ts';
import { Writer } from './writers.ts';

export interface GeneratedCorpus {
  ids: Uint32Array;
  /** Where each completion begins; one more entry than completions. */
  offsets: Uint32Array;
}

const SEED = 20250805;
const TARGET_IDS = 1_000_000;
const FOREIGN: readonly Script[] = ['german', 'french', 'russian', 'chinese', 'chinese', 'japanese', 'korean'];

export function generateCorpus(encoder: Tiktoken): GeneratedCorpus {
  const random = new Random(SEED);
  const turns = new TurnWriter(random, new Writer(random, vocabularyWords(ordinaryTexts(encoder))), encoder);
  const offsets = [0];
  while (turns.ids.length < TARGET_IDS) {
    turns.write();
    offsets.push(turns.ids.length);
  }
  return { ids: Uint32Array.from(turns.ids), offsets: Uint32Array.from(offsets) };
}

/** One completion after `<|start|>assistant`: reasoning, perhaps a preamble, then an answer or a call. */
class TurnWriter {
  readonly ids: number[] = [];
  readonly #random: Random;
  readonly #writer: Writer;
  readonly #encoder: Tiktoken;

  constructor(random: Random, writer: Writer, encoder: Tiktoken) {
    this.#random = random;
    this.#writer = writer;
    this.#encoder = encoder;
  }

  write(): void {
    const random = this.#random;
    const foreign = random.chance(0.215);
    const script = foreign ? random.pick(FOREIGN) : 'english';
    this.#message(
      'analysis',
      this.#writer.prose(foreign && random.chance(0.6) ? script : 'english', this.#size(900), false),
    );
    this.ids.push(END);
    if (random.chance(0.35)) this.#call(script);
    else this.#answer(script);
  }

  #answer(script: Script): void {
    const random = this.#random;
    const emoji = random.chance(0.2);
    let text = this.#writer.prose(script, this.#size(script === 'english' ? 900 : 500), emoji);
    if (random.chance(0.4)) text += `\n\n\`\`\`\n${this.#writer.code(this.#size(900))}\n\`\`\`\n`;
    this.#start();
    this.#message('final', text);
    this.ids.push(RETURN);
  }

  #call(script: Script): void {
    const random = this.#random;
    if (random.chance(0.3)) {
      this.#start();
      this.#message('commentary', this.#writer.prose(script, this.#size(250), false));
      this.ids.push(END);
    }
    this.#start();
    if (random.chance(0.2)) {
      this.#header('analysis', ' to=python code', undefined);
      this.#text(this.#writer.code(this.#size(1200)));
    } else {
      this.#header('commentary', ` to=functions.${this.#writer.toolName()} `, 'json');
      this.#text(this.#writer.json(this.#size(900), script));
    }
    this.ids.push(CALL);
  }

  #start(): void {
    this.ids.push(START);
    this.#text('assistant');
  }

  #message(channel: string, content: string): void {
    this.#header(channel, '', undefined);
    this.#text(content);
  }

  #header(channel: string, rest: string, contentType: string | undefined): void {
    this.ids.push(CHANNEL);
    this.#text(channel + rest);
    if (contentType !== undefined) {
      this.ids.push(CONSTRAIN);
      this.#text(contentType);
    }
    this.ids.push(MESSAGE);
  }

  /** Encoded as ordinary text: nothing that a body spells can become a control token. */
  #text(text: string): void {
    for (const id of this.#encoder.encode_ordinary(text)) this.ids.push(id);
  }

  /** Characters, spread as the lengths of real messages are: many short ones, a few of five times the mean. */
  #size(mean: number): number {
    return Math.ceil(Math.min(-Math.log(1 - this.#random.next()), 6) * mean * 0.85 + mean * 0.15);
  }
}
