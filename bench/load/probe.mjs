/**
 * Run in a process of its own by the load row: `node probe.mjs CANDIDATE [ADDRESS]`. Prints the milliseconds from
 * before the import to after the first parse (or encoding), and how many MB of resident memory came with it. Plain JavaScript,
 * so that no transpiler stands in the first figure of ours.
 */
const [, , candidate, address] = process.argv;

// <|channel|>analysis<|message|>Hello<|end|><|start|>assistant<|channel|>final<|message|>Hello<|return|>
const IDS = [200005, 35644, 200008, 13225, 200007, 200006, 173781, 200005, 17196, 200008, 13225, 200002];
const TEXT = '<|channel|>analysis<|message|>Hello<|end|><|start|>assistant<|channel|>final<|message|>Hello<|return|>';

const hello = (id) => (id === 13225 ? 'Hello' : id);

/** Each gives the contents of the two messages. */
const CANDIDATES = {
  async ids() {
    const { parseTokens } = await import('../../dist/index.js');
    return parseTokens(IDS).messages.map((message) => message.content);
  },
  async text() {
    const { parseText } = await import('../../dist/index.js');
    return parseText(TEXT).messages.map((message) => message.content);
  },
  async wasm() {
    const { loadFrom } = await import('../../test/support/wasm-harmony.ts');
    return (await loadFrom(address)).parse(IDS).map((message) => message.content);
  },
  /** Decoding only: it cannot parse. */
  async tiktoken() {
    const { loadTiktoken } = await import('../tiktoken.ts');
    const text = new TextDecoder().decode(loadTiktoken().decode(Uint32Array.from(IDS)));
    return text.match(/(?<=<\|message\|>)\w+/g);
  },
  async encode() {
    const { encodeText } = await import('../../dist/render/index.js');
    return [...encodeText('HelloHello')].map(hello);
  },
  async tiktokenEncode() {
    const { loadTiktoken } = await import('../tiktoken.ts');
    return [...loadTiktoken().encode_ordinary('HelloHello')].map(hello);
  },
};

const memory = process.memoryUsage.rss();
const start = performance.now();
const contents = await CANDIDATES[candidate]();
const ms = performance.now() - start;
// At least 0.1: nothing added would make the ratio infinite.
const mb = Math.max(0.1, (process.memoryUsage.rss() - memory) / 2 ** 20);
if (contents.join() !== 'Hello,Hello') throw new Error(`${candidate} read ${contents}`);
console.log(JSON.stringify({ ms, mb }));
