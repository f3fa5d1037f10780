/**
 * Text where a header may stand is either content or the beginning of a header whose marker has not come yet.
 * It is held back as long as every word of it can be a header word (grammar rule 9).
 */
import { isWhiteSpace, ROLES } from '../wire/index.ts';
import { CHANNELS } from './words.ts';

const WORDS = new Set<string>([
  ...ROLES,
  ...CHANNELS,
  ...CHANNELS.map((channel) => `assistant${channel}`),
  'json',
  'code',
]);
// `assistantcommentary` is the longest; a longer word is none.
const PREFIXES = new Set<string>(['to=']);
for (const word of [...WORDS, 'to=']) for (let n = 1; n <= word.length; n++) PREFIXES.add(word.slice(0, n));

/** Incremental check of one stretch of held text: every unit is looked at a bounded number of times. */
export class HeaderWords {
  text = '';
  /** A `to=` word was seen: from there on anything may belong to a header. */
  private open = false;
  private wordStart = 0;
  blank = true;

  /** Adds text; false as soon as one of its words cannot be a header word. */
  add(piece: string): boolean {
    const from = this.text.length;
    this.text += piece;
    if (this.open) return true;
    for (let i = from; i < this.text.length; i++) {
      if (!isWhiteSpace(this.text.charCodeAt(i))) {
        this.blank = false;
        continue;
      }
      if (!this.finishWord(i)) return false;
      if (this.open) return true;
      this.wordStart = i + 1;
    }
    return this.lastWordFits();
  }

  /** True if the text, were it to end here, consists of header words only. */
  complete(): boolean {
    return this.open || this.finishWord(this.text.length);
  }

  private finishWord(end: number): boolean {
    const word = this.text.slice(this.wordStart, end);
    if (word.startsWith('to=')) this.open = true;
    return word === '' || this.open || WORDS.has(word);
  }

  private lastWordFits(): boolean {
    const word = this.text.slice(this.wordStart);
    if (word.startsWith('to=')) this.open = true;
    return word === '' || this.open || PREFIXES.has(word);
  }
}
