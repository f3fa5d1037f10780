/** Writers of message bodies: prose in several scripts, code, JSON. Each writes about `size` characters. */
import type { Random } from './random.ts';
import type { VocabularyWords } from './words.ts';
import { CHINESE, EMOJI, FRENCH, GERMAN, GLUE, JAPANESE, KOREAN, NAMES, RUSSIAN, VERBS } from './words.ts';

export type Script = 'english' | 'german' | 'french' | 'russian' | 'chinese' | 'japanese' | 'korean';

/** How words of a script are drawn, joined and ended. */
interface Tongue {
  word(): string;
  join: string;
  stop: string;
  pause: string;
}

export class Writer {
  readonly #random: Random;
  readonly #words: VocabularyWords;

  constructor(random: Random, words: VocabularyWords) {
    this.#random = random;
    this.#words = words;
  }

  /** Paragraphs, lists and headings, now and then an emoji if `emoji`. */
  prose(script: Script, size: number, emoji: boolean): string {
    const random = this.#random;
    const tongue = this.#tongue(script);
    let text = '';
    while (text.length < size) {
      const block = random.next();
      if (block < 0.7) text += this.#paragraph(tongue);
      else if (block < 0.9) text += this.#list(tongue);
      else text += `**${this.#title(tongue)}**\n\n`;
      if (emoji && random.chance(0.3)) text = `${text.trimEnd()} ${random.pick(EMOJI)}\n\n`;
    }
    return text.trimEnd();
  }

  code(size: number): string {
    const random = this.#random;
    const python = random.chance(0.5);
    let text = '';
    while (text.length < size) text += python ? this.#pythonFunction() : this.#scriptFunction();
    return text.trimEnd();
  }

  /** Arguments of a call: one JSON object, compact or indented. */
  json(size: number, script: Script): string {
    const random = this.#random;
    const value: Record<string, unknown> = {};
    let length = 2;
    while (length < size) {
      const key = this.#identifier();
      value[key] = this.#jsonValue(script, 0);
      length += key.length + 6 + (JSON.stringify(value[key]) ?? '').length;
    }
    return JSON.stringify(value, null, random.chance(0.4) ? 2 : undefined);
  }

  toolName(): string {
    return `${this.#random.pick(VERBS)}_${this.#random.pick(NAMES)}`;
  }

  #tongue(script: Script): Tongue {
    const random = this.#random;
    const mix = (own: readonly string[], wide: readonly string[], share: number) => () =>
      random.chance(share) ? random.pick(own) : random.zipf(wide);
    const words = this.#words;
    switch (script) {
      case 'german':
        return { word: mix(GERMAN, words.latin, 0.6), join: ' ', stop: '. ', pause: ', ' };
      case 'french':
        return { word: mix(FRENCH, words.latin, 0.6), join: ' ', stop: '. ', pause: ', ' };
      case 'russian':
        return { word: mix(RUSSIAN, words.cyrillic, 0.5), join: ' ', stop: '. ', pause: ', ' };
      case 'chinese':
        return { word: mix(CHINESE, words.han, 0.6), join: '', stop: '。', pause: '，' };
      case 'japanese':
        return { word: mix(JAPANESE, words.kana, 0.7), join: '', stop: '。', pause: '、' };
      case 'korean':
        return { word: mix(KOREAN, words.hangul, 0.6), join: ' ', stop: '. ', pause: ', ' };
      default:
        return { word: () => this.#englishWord(), join: ' ', stop: '. ', pause: ', ' };
    }
  }

  #englishWord(): string {
    const random = this.#random;
    const kind = random.next();
    if (kind < 0.36) return random.zipf(GLUE, 8);
    if (kind < 0.48) return random.pick(NAMES);
    if (kind < 0.55) return random.pick(VERBS);
    if (kind < 0.87) return random.zipf(this.#words.latin, 90);
    if (kind < 0.9) return random.zipf(this.#words.capital, 60);
    return kind < 0.92 ? this.#rareWord() : this.#number();
  }

  /** A name that no token spells whole: three to six short tokens. */
  #rareWord(): string {
    const random = this.#random;
    const part = () => random.zipf(this.#words.latin, 400).slice(0, random.between(2, 3));
    return random.chance(0.5) ? part() + part() + part() : `${part()}${part()}-${part()}${random.between(0, 9)}`;
  }

  #sentence(tongue: Tongue): string {
    const random = this.#random;
    const count = random.between(5, 22);
    let text = '';
    for (let i = 0; i < count; i++) {
      // Models like their dashes: one in about 450 words makes an English message non-ASCII.
      if (i > 0) text += random.chance(0.0022) ? ' — ' : random.chance(0.08) ? tongue.pause : tongue.join;
      text += tongue.word();
    }
    return text.charAt(0).toUpperCase() + text.slice(1) + tongue.stop;
  }

  #paragraph(tongue: Tongue): string {
    let text = '';
    for (let i = this.#random.between(1, 5); i > 0; i--) text += this.#sentence(tongue);
    return `${text.trimEnd()}\n\n`;
  }

  #list(tongue: Tongue): string {
    const random = this.#random;
    const numbered = random.chance(0.4);
    let text = '';
    for (let i = 1; i <= random.between(2, 6); i++) {
      text += `${numbered ? `${i}.` : '-'} ${this.#sentence(tongue).trimEnd()}\n`;
    }
    return `${text}\n`;
  }

  #title(tongue: Tongue): string {
    return Array.from({ length: this.#random.between(2, 5) }, () => tongue.word()).join(tongue.join);
  }

  #identifier(): string {
    const random = this.#random;
    const first = random.chance(0.6) ? random.pick(NAMES) : random.zipf(this.#words.latin, 60);
    if (random.chance(0.5)) return first;
    const second = random.pick(NAMES);
    return random.chance(0.5) ? `${first}_${second}` : first + second.charAt(0).toUpperCase() + second.slice(1);
  }

  #number(): string {
    const random = this.#random;
    const kind = random.next();
    if (kind < 0.5) return String(random.between(0, 99));
    if (kind < 0.8) return (random.next() * 1000).toFixed(2);
    return String(random.between(1000, 2_000_000));
  }

  #expression(): string {
    const random = this.#random;
    const kind = random.next();
    if (kind < 0.35) return `${this.#identifier()}.${this.#identifier()}(${this.#identifier()})`;
    if (kind < 0.55) return `${this.#identifier()}[${this.#number()}]`;
    if (kind < 0.8) return `${this.#identifier()} ${random.pick(['+', '-', '*', '<', '>=', '=='])} ${this.#number()}`;
    return `"${this.#title(this.#tongue('english'))}"`;
  }

  #pythonFunction(): string {
    let text = `def ${this.#identifier()}(${this.#identifier()}, ${this.#identifier()}=None):\n`;
    for (let i = this.#random.between(2, 7); i > 0; i--) {
      text += this.#random.chance(0.3)
        ? `    if ${this.#expression()}:\n        return ${this.#expression()}\n`
        : `    ${this.#identifier()} = ${this.#expression()}\n`;
    }
    return `${text}    return ${this.#identifier()}\n\n`;
  }

  #scriptFunction(): string {
    let text = `export function ${this.#identifier()}(${this.#identifier()}: ${this.#identifier()}[]): number {\n`;
    for (let i = this.#random.between(2, 7); i > 0; i--) {
      text += this.#random.chance(0.3)
        ? `  for (const ${this.#identifier()} of ${this.#identifier()}) {\n    ${this.#expression()};\n  }\n`
        : `  const ${this.#identifier()} = ${this.#expression()}; // ${this.#title(this.#tongue('english'))}\n`;
    }
    return `${text}  return ${this.#expression()};\n}\n\n`;
  }

  #jsonValue(script: Script, depth: number): unknown {
    const random = this.#random;
    const kind = random.next();
    if (depth < 3 && kind < 0.12) {
      return Object.fromEntries(
        Array.from({ length: random.between(1, 4) }, () => [this.#identifier(), this.#jsonValue(script, depth + 1)]),
      );
    }
    if (depth < 3 && kind < 0.22) {
      return Array.from({ length: random.between(1, 5) }, () => this.#jsonValue(script, depth + 1));
    }
    if (kind < 0.36) return Number(this.#number());
    if (kind < 0.5) return random.chance(0.5);
    if (kind < 0.58) return `2025-${String(random.between(10, 12))}-${String(random.between(10, 28))}T08:30:00Z`;
    if (kind < 0.64) return Math.floor(random.next() * 2 ** 32).toString(16);
    return this.#title(this.#tongue(random.chance(0.7) ? script : 'english'));
  }
}
