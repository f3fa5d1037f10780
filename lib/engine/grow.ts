/** Growing and trimming of typed arrays. */

type Numbers = Uint8Array | Uint32Array;

/** `array`, or a copy of at least `needed` entries; at least doubled, so that growing stays linear. */
export function grown<T extends Numbers>(array: T, needed: number): T {
  if (needed <= array.length) return array;
  const larger = emptyLike(array, Math.max(needed, array.length * 2));
  larger.set(array);
  return larger;
}

/** Room for `needed` entries; what stood there may be lost. */
export function fresh<T extends Numbers>(array: T, needed: number): T {
  return needed <= array.length ? array : emptyLike(array, needed);
}

// Below this a copy costs more than the memory it frees.
const SMALL = 4096;

/** The first `length` entries: a view, unless more than a twentieth of the memory would lie idle. */
export function trimmed<T extends Numbers>(array: T, length: number): T {
  const idle = array.length - length;
  const view = idle * 20 <= length || array.byteLength <= SMALL;
  return (view ? array.subarray(0, length) : array.slice(0, length)) as T;
}

/** All of the memory behind a view that {@link trimmed} made; none if it was taken away since (`transfer`). */
export function whole<T extends Numbers>(view: T): T {
  if (view.buffer.byteLength === 0) return emptyLike(view, 0);
  const type = view.constructor as new (buffer: ArrayBufferLike) => T;
  return new type(view.buffer);
}

function emptyLike<T extends Numbers>(array: T, length: number): T {
  return new (array.constructor as new (length: number) => T)(length);
}
