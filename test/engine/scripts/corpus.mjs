/** Ids of well-formed and cut sequences, enough to keep a parser busy. */
const TURN = [
  200005, 35644, 200008, 12845, 668, 2411, 13, 200007, 200006, 173781, 200005, 17196, 200008, 17, 659, 220, 17, 314,
  220, 19, 13, 75, 172, 200002,
];

/** Batch arguments of about `count` ids in `sequences` sequences. */
export function batchOf(count, sequences, shared = false) {
  const bytes = count * 4;
  const tokens = new Uint32Array(shared ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes));
  tokens.set(TURN.slice(0, count));
  for (let done = TURN.length; done < count; done *= 2) tokens.copyWithin(done, 0, done);
  const offsets = Uint32Array.from({ length: sequences + 1 }, (_, i) => Math.floor((i * count) / sequences));
  return [tokens, offsets];
}
