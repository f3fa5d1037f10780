/**
 * The rival and oracle: the npm package `openai-harmony` 0.4.0, a third-party WASM build of the reference
 * implementation's older core 0.0.4, called "npm WASM" everywhere in this repo.
 *
 * It fetches two things: its .wasm by a `file:` address (which Node's fetch refuses) and the o200k rank file by
 * HTTP. Both are answered here, so that no test needs a network: the first by a shim that lives as long as the
 * import, the second by a server on 127.0.0.1 that lives as long as the load.
 */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { JsHarmonyEncoding, JsStreamableParser } from 'openai-harmony';
import { rankFile, ranksOf } from '../../lib/wire/build-vocabulary.ts';

/** A message as npm WASM writes it: `content` is a plain string where the message has one text part. */
export interface WasmMessage {
  role: string;
  name?: string;
  recipient?: string;
  channel?: string;
  content_type?: string;
  content: string | { type: string; text?: string }[];
}

export interface WasmHarmony {
  encoding: JsHarmonyEncoding;
  /** Parses a completion (`role` given) or a whole conversation (`role` null). Throws what the rival throws. */
  parse(tokens: Uint32Array | readonly number[], role?: string | null): WasmMessage[];
  /** A parser that takes one id a call; `free()` it. */
  createParser(role?: string): JsStreamableParser;
}

let loading: Promise<WasmHarmony> | undefined;

/** Loads npm WASM once per process (about a second). */
export function loadWasmHarmony(): Promise<WasmHarmony> {
  loading ??= load();
  return loading;
}

async function load(): Promise<WasmHarmony> {
  const server = await serveRanks();
  try {
    return await loadFrom(server.address);
  } finally {
    server.close();
  }
}

/** Loads npm WASM with the rank file of a server that runs already. */
export async function loadFrom(address: string): Promise<WasmHarmony> {
  const { load_harmony_encoding, JsStreamableParser } = await importWithFileFetch();
  const encoding = await load_harmony_encoding('HarmonyGptOss', address);
  return {
    encoding,
    parse: (tokens, role = 'assistant') =>
      JSON.parse(encoding.parseMessagesFromCompletionTokens(Uint32Array.from(tokens), role)) as WasmMessage[],
    createParser: (role = 'assistant') => new JsStreamableParser(encoding, role),
  };
}

/** Serves the o200k rank file on 127.0.0.1 until `close()`. */
export async function serveRanks(): Promise<{ address: string; close(): void }> {
  const packed = createRequire(import.meta.url)('tiktoken/encoders/o200k_base.json') as { bpe_ranks: string };
  const body = rankFile(ranksOf(packed.bpe_ranks));
  const server = createServer((_request, response) => response.end(body));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close() {
      // The client keeps its connection alive: close() alone would wait for it.
      server.close();
      server.closeAllConnections();
    },
  };
}

async function importWithFileFetch(): Promise<typeof import('openai-harmony')> {
  const before = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    if (!address.startsWith('file:')) return before(input, init);
    const bytes = new Uint8Array(await readFile(fileURLToPath(address)));
    return new Response(bytes, { headers: { 'Content-Type': 'application/wasm' } });
  };
  try {
    return await import('openai-harmony');
  } finally {
    globalThis.fetch = before;
  }
}
