/** The distinct headers of a batch: each is written once, however often it comes. */
import type { Columns } from './columns.ts';
import { grown, trimmed, whole } from './grow.ts';

const FIRST_SLOTS = 64;

export class HeaderTable {
  private bytes: Uint8Array = new Uint8Array(256);
  private offsets: Uint32Array = new Uint32Array(16);
  private hashes: Uint32Array = new Uint32Array(16);
  /** Entries by hash, open addressing; 0 is free, because entry 0 is never looked up. */
  private slots: Uint32Array = new Uint32Array(FIRST_SLOTS);
  /** Entries; entry 0 is the empty header. */
  private count = 1;
  /** Where the header that is being written begins, and where it ends so far. */
  private from = 0;
  private to = 0;

  reuse(columns: Columns): void {
    this.bytes = grown(whole(columns.headerBytes), 256);
    this.offsets = grown(whole(columns.headerOffset), 16);
  }

  /** Bytes of the header that is being written. */
  get length(): number {
    return this.to - this.from;
  }

  push(byte: number): void {
    if (this.to === this.bytes.length) this.bytes = grown(this.bytes, this.to + 1);
    this.bytes[this.to++] = byte;
  }

  pushAll(source: Uint8Array, from: number, until: number): void {
    const length = until - from;
    if (this.to + length > this.bytes.length) this.bytes = grown(this.bytes, this.to + length);
    const { bytes, to } = this;
    for (let i = 0; i < length; i++) bytes[to + i] = source[from + i]!;
    this.to = to + length;
  }

  /** Ends the header that is being written: its entry, and room for the next one. */
  take(): number {
    const { from, to } = this;
    if (from === to) return 0;
    const hash = this.hash();
    const mask = this.slots.length - 1;
    let slot = hash & mask;
    for (let entry = this.slots[slot]!; entry !== 0; entry = this.slots[slot]!) {
      if (this.hashes[entry] === hash && this.equals(entry)) {
        this.to = from;
        return entry;
      }
      slot = (slot + 1) & mask;
    }
    return this.add(slot, hash);
  }

  private add(slot: number, hash: number): number {
    const entry = this.count++;
    if (entry + 2 > this.offsets.length) this.offsets = grown(this.offsets, entry + 2);
    if (entry >= this.hashes.length) this.hashes = grown(this.hashes, entry + 1);
    this.offsets[entry] = this.from;
    this.offsets[entry + 1] = this.to;
    this.hashes[entry] = hash;
    this.slots[slot] = entry;
    this.from = this.to;
    if (this.count * 2 > this.slots.length) this.rehash();
    return entry;
  }

  private rehash(): void {
    const slots = new Uint32Array(this.slots.length * 2);
    const mask = slots.length - 1;
    for (let entry = 1; entry < this.count; entry++) {
      let slot = this.hashes[entry]! & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = entry;
    }
    this.slots = slots;
  }

  // FNV-1a; the seed differs per table, so that nobody can prepare headers that all collide.
  private readonly seed = Math.floor(Math.random() * 0xffffffff);

  private hash(): number {
    const { bytes, from, to } = this;
    let hash = this.seed;
    for (let i = from; i < to; i++) hash = Math.imul(hash ^ bytes[i]!, 0x01000193);
    return (hash ^ (hash >>> 15)) >>> 0;
  }

  private equals(entry: number): boolean {
    const { bytes, from, to } = this;
    const start = this.offsets[entry]!;
    if (this.offsets[entry + 1]! - start !== to - from) return false;
    for (let i = from; i < to; i++) if (bytes[i] !== bytes[start + i - from]) return false;
    return true;
  }

  finish() {
    const { count } = this;
    this.offsets[0] = 0;
    if (count === 1) this.offsets[1] = 0;
    return {
      headers: count,
      headerOffset: trimmed(this.offsets, count + 1),
      headerBytes: trimmed(this.bytes, this.from),
    };
  }
}
