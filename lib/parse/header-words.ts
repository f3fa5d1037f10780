/**
 * Text where a header may stand is either content or the beginning of a header whose marker has not come yet.
 * It is held back as long as every word of it can be a header word (grammar rule 9).
 */
import { controlMarkerAt, isWhiteSpace, Kind, markerLength, partialMarkerLength, ROLES } from '../wire/index.ts';
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
    return this.wordsFit(cutAtMarkers(this.text.slice(this.wordStart, end), false), WORDS);
  }

  private lastWordFits(): boolean {
    return this.wordsFit(cutAtMarkers(this.text.slice(this.wordStart), true), PREFIXES);
  }

  // All but the last are finished, because a marker follows them.
  private wordsFit(words: readonly string[], forLast: ReadonlySet<string>): boolean {
    return words.every((word, i) => {
      if (word.startsWith('to=')) this.open = true;
      return word === '' || this.open || (i < words.length - 1 ? WORDS : forLast).has(word);
    });
  }
}

// Markers spelled with ordinary ids count as markers in a header (rule 7); an unfinished one may become one.
function cutAtMarkers(word: string, unfinished: boolean): string[] {
  const words: string[] = [];
  let from = 0;
  for (let at = word.indexOf('<'); at >= 0; at = word.indexOf('<', at)) {
    const kind = controlMarkerAt(word, at);
    const partial = unfinished && kind === Kind.Text && partialMarkerLength(word.slice(at)) === word.length - at;
    const end = partial ? word.length : at + (kind === Kind.Text ? 0 : markerLength(kind));
    if (end > at) {
      words.push(word.slice(from, at));
      from = end;
    }
    at = Math.max(end, at + 1);
  }
  return [...words, word.slice(from)];
}
