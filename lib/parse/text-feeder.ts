/** Cuts text at its markers, whatever the chunks: a marker or character may be split anywhere. */
import { isHighSurrogate, Kind, markerAt, markerLength, partialMarkerLength } from '../wire/index.ts';

/** Where the pieces go; positions are UTF-16 offsets into everything fed. */
export interface TextSink {
  text(text: string, at: number, until: number): void;
  control(kind: Kind, at: number, until: number): void;
}

export class TextFeeder {
  private readonly sink: TextSink;
  /** Units handed on so far. */
  private at = 0;
  /** A partial marker, or half a surrogate pair, that the next chunk may complete. */
  private carry = '';

  constructor(sink: TextSink) {
    this.sink = sink;
  }

  get length(): number {
    return this.at + this.carry.length;
  }

  feed(chunk: string): void {
    const text = this.carry === '' ? chunk : this.carry + chunk;
    this.carry = '';
    const whole = text.length - heldBack(text);
    this.cut(text, whole);
    if (whole < text.length) this.carry = text.slice(whole);
  }

  /** Hands on what is held back. */
  flush(): void {
    const { carry } = this;
    this.carry = '';
    if (carry !== '') this.hand(carry);
  }

  /** Counts text that was taken otherwise. */
  skip(units: number): void {
    this.at += units;
  }

  reset(): void {
    this.at = 0;
    this.carry = '';
  }

  private cut(text: string, whole: number): void {
    let from = 0;
    for (let i = text.indexOf('<|'); i >= 0 && i < whole; ) {
      const kind = markerAt(text, i);
      if (kind === Kind.Text) {
        i = text.indexOf('<|', i + 2);
        continue;
      }
      if (i > from) this.hand(text.slice(from, i));
      const at = this.at;
      this.at += markerLength(kind);
      this.sink.control(kind, at, this.at);
      from = i + markerLength(kind);
      i = text.indexOf('<|', from);
    }
    if (from < whole) this.hand(from === 0 && whole === text.length ? text : text.slice(from, whole));
  }

  private hand(text: string): void {
    const at = this.at;
    this.at += text.length;
    this.sink.text(text, at, this.at);
  }
}

function heldBack(text: string): number {
  if (text === '') return 0;
  if (isHighSurrogate(text.charCodeAt(text.length - 1))) return 1;
  return partialMarkerLength(text);
}
