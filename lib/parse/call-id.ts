/** Ids of tool calls. */

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const LENGTH = 24;

/** `call_` and 24 characters of 6 random bits each (144 bits): no two processes collide. */
export function mintCallId(): string {
  const random = globalThis.crypto.getRandomValues(new Uint8Array(LENGTH));
  let id = 'call_';
  for (const byte of random) id += ALPHABET[byte & 63];
  return id;
}

let counter = 0;

/**
 * An id of the dialect's shape: `ptc_`, milliseconds in base 36, `_`, a process-wide counter in base 36.
 * Unique in one process only; {@link mintCallId} is the safer choice.
 */
export function mintToolCallId(): string {
  counter = counter >= Number.MAX_SAFE_INTEGER ? 1 : counter + 1;
  return `ptc_${Date.now().toString(36)}_${counter.toString(36)}`;
}
