/** What every piece of text passes before it is written. */
import { controlMarkerAt, HarmonyError, hasControlMarker, Kind, markerLength } from '../wire/index.ts';
import type { PieceSink } from './sink.ts';
import type { MessageOptions } from './types.ts';

/** 64 Mi UTF-16 units: the encoder's memory must hold a piece several times over. */
const DEFAULT_MAX_PIECE_LENGTH = 64 * 2 ** 20;

export class SafeSink implements PieceSink {
  /** What is being written, for errors. */
  at: string;
  readonly #target: PieceSink;
  readonly #spellings: NonNullable<MessageOptions['controlSpellings']>;
  readonly #maxLength: number;

  constructor(target: PieceSink, options: MessageOptions, at: string) {
    this.#target = target;
    this.#spellings = options.controlSpellings ?? 'keep';
    this.#maxLength = options.maxPieceLength ?? DEFAULT_MAX_PIECE_LENGTH;
    this.at = at;
  }

  control(id: number): void {
    this.#target.control(id);
  }

  text(piece: string): void {
    if (piece.length > this.#maxLength) {
      throw new HarmonyError(
        'ERR_HARMONY_CONTENT_TOO_LARGE',
        `${this.at}: a text of ${piece.length} units exceeds maxPieceLength ${this.#maxLength}`,
      );
    }
    this.#target.text(wellFormed(this.#spelled(piece)));
  }

  #spelled(piece: string): string {
    if (this.#spellings === 'keep' || !hasControlMarker(piece)) return piece;
    if (this.#spellings === 'escape') return escapeControlSpellings(piece);
    throw new HarmonyError('ERR_HARMONY_CONTROL_SPELLING', `${this.at}: a text spells a control token`);
  }
}

/** Lone surrogates become U+FFFD: UTF-8 cannot hold them, and text and ids must agree. */
function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd');
}

/** A backslash before both bars of a spelled control token: `<|end|>` becomes `<\|end\|>`. */
export function escapeControlSpellings(text: string): string {
  let escaped = '';
  let copied = 0;
  for (let at = text.indexOf('<|'); at >= 0; at = text.indexOf('<|', at + 1)) {
    const kind = controlMarkerAt(text, at);
    if (kind === Kind.Text) continue;
    const end = at + markerLength(kind);
    escaped += `${text.slice(copied, at)}<\\${text.slice(at + 1, end - 2)}\\|>`;
    copied = end;
  }
  return escaped + text.slice(copied);
}
