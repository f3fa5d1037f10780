/** Header text as it comes, token by token: decoded by the WHATWG rules and held to maxHeaderBytes. */
import type { HeaderTable } from './header-table.ts';

/** Where in the token's bytes the text went beyond the limit is told by the return value of `take`; this means nowhere. */
export const FITS = -1;

export class HeaderText {
  /** Some bytes were no UTF-8. */
  invalid = false;
  /** Bytes of a character that is not complete yet (at most 3). */
  readonly half = new Uint8Array(4);
  halfLength = 0;
  private need = 0;
  // Range of the next continuation byte (Unicode table 3-7: the second byte has its own range after some leads).
  private low = 0x80;
  private high = 0xbf;
  private room = 0;
  private readonly table: HeaderTable;
  private readonly limit: number;

  constructor(table: HeaderTable, limit: number) {
    this.table = table;
    this.limit = limit;
  }

  begin(): void {
    this.invalid = false;
    this.halfLength = 0;
    this.room = this.limit;
  }

  /** True while neither text nor marker has come. */
  get isEmpty(): boolean {
    return this.table.length === 0 && this.halfLength === 0;
  }

  /**
   * Takes the text `source[from, until)`. If a character goes beyond the limit the index of the byte that showed it is
   * returned: content begins with what `half` holds and goes on from there. Else {@link FITS}.
   */
  take(source: Uint8Array, from: number, until: number): number {
    if (this.halfLength === 0 && until - from <= this.room && isAscii(source, from, until)) {
      this.room -= until - from;
      this.table.pushAll(source, from, until);
      return FITS;
    }
    for (let i = from; i < until; i++) {
      if (!this.takeByte(source[i]!)) return i;
    }
    return FITS;
  }

  /** Half a character cannot go on behind a special token: U+FFFD, or false if that goes beyond the limit. */
  flush(): boolean {
    if (this.halfLength === 0) return true;
    if (!this.replace()) return false;
    this.halfLength = 0;
    return true;
  }

  private takeByte(byte: number): boolean {
    if (this.halfLength > 0) {
      if (byte >= this.low && byte <= this.high) return this.goOn(byte);
      if (!this.flush()) return false;
    }
    if (byte < 0x80) {
      if (this.room < 1) return false;
      this.room--;
      this.table.push(byte);
      return true;
    }
    return byte >= 0xc2 && byte <= 0xf4 ? this.open(byte) : this.replace();
  }

  private open(lead: number): true {
    this.half[0] = lead;
    this.halfLength = 1;
    this.need = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    this.low = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
    this.high = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
    return true;
  }

  private goOn(byte: number): boolean {
    if (this.halfLength + 1 < this.need) {
      this.half[this.halfLength++] = byte;
      this.low = 0x80;
      this.high = 0xbf;
      return true;
    }
    if (this.room < this.need) return false;
    this.room -= this.need;
    this.table.pushAll(this.half, 0, this.halfLength);
    this.table.push(byte);
    this.halfLength = 0;
    return true;
  }

  private replace(): boolean {
    if (this.room < 3) return false;
    this.room -= 3;
    this.invalid = true;
    this.table.push(0xef);
    this.table.push(0xbf);
    this.table.push(0xbd);
    return true;
  }
}

function isAscii(bytes: Uint8Array, from: number, until: number): boolean {
  let all = 0;
  for (let i = from; i < until; i++) all |= bytes[i]!;
  return all < 0x80;
}
