/** A growing list of ids without boxed numbers. */
export class IdList {
  #ids: Uint32Array;
  #length = 0;

  constructor(capacity: number) {
    this.#ids = new Uint32Array(capacity + 8);
  }

  push(id: number): void {
    if (this.#length === this.#ids.length) this.#grow(1);
    this.#ids[this.#length++] = id;
  }

  append(ids: Uint32Array): void {
    if (this.#length + ids.length > this.#ids.length) this.#grow(ids.length);
    this.#ids.set(ids, this.#length);
    this.#length += ids.length;
  }

  finish(): Uint32Array {
    return this.#ids.slice(0, this.#length);
  }

  #grow(count: number): void {
    const grown = new Uint32Array(Math.max(this.#length + count, this.#ids.length * 2));
    grown.set(this.#ids.subarray(0, this.#length));
    this.#ids = grown;
  }
}
