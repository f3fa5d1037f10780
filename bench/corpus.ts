/**
 * The corpus every row is timed on: about 1 M ids of seeded completions, generated once and kept in
 * node_modules/.cache (never committed, never shipped). Its sha256 is checked at every load: figures of two machines
 * are figures of the same input.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Kind, kindOf, ORDINARY_COUNT } from '../lib/wire/index.ts';
import type { GeneratedCorpus } from './corpus/generate.ts';
import { generateCorpus } from './corpus/generate.ts';
import { loadTiktoken } from './tiktoken.ts';

/** sha256 of the ids as little-endian 32-bit numbers, then the offsets in the same form. */
export const CORPUS_SHA256 = '021792deb594e52ef5116f0631152b5af59c0a25961d2a206da082c9a6a23b5c';

export interface Corpus extends GeneratedCorpus {
  /** Number of completions. */
  sequences: number;
  /** The ids of completion `i`, a view. */
  sequence(i: number): Uint32Array;
  /** The text of completion `i`, markers spelled out. */
  text(i: number): string;
  /** What a server that streams text would send for completion `i`: a piece per id, whole characters only. */
  pieces(i: number): string[];
}

const CACHE = new URL('../node_modules/.cache/harmony-wire/', import.meta.url);

/** Path of the ids as raw little-endian u32, for programs outside of Node (native/bench). */
export const CORPUS_IDS_PATH = fileURLToPath(new URL('corpus-ids.u32', CACHE));
const CORPUS_OFFSETS_PATH = fileURLToPath(new URL('corpus-offsets.u32', CACHE));

export function loadCorpus(): Corpus {
  const cached = readCache();
  if (cached) return corpusOf(cached);
  const made = generateCorpus(loadTiktoken());
  const hash = hashOf(made);
  if (hash !== CORPUS_SHA256) throw new Error(`the corpus has sha256 ${hash}, not ${CORPUS_SHA256}`);
  writeWhole(CORPUS_IDS_PATH, made.ids);
  writeWhole(CORPUS_OFFSETS_PATH, made.offsets);
  return corpusOf(made);
}

export function hashOf({ ids, offsets }: GeneratedCorpus): string {
  return createHash('sha256').update(ids).update(offsets).digest('hex');
}

/** The first completions of a corpus, at least `count` ids: what a rival that needs a second per million gets. */
export function firstIds(corpus: Corpus, count: number): Corpus {
  let last = 1;
  while (last < corpus.sequences && corpus.offsets[last]! < count) last++;
  return corpusOf({ ids: corpus.ids.slice(0, corpus.offsets[last]), offsets: corpus.offsets.slice(0, last + 1) });
}

export function corpusOf({ ids, offsets }: GeneratedCorpus): Corpus {
  const sequence = (i: number) => ids.subarray(offsets[i], offsets[i + 1]);
  return {
    ids,
    offsets,
    sequences: offsets.length - 1,
    sequence,
    text: (i) => decode(sequence(i)),
    pieces: (i) => piecesOf(sequence(i)),
  };
}

/** What the corpus is made of; the unit test holds it to performance.md. */
export function statistics(corpus: Corpus) {
  let control = 0;
  let messages = 0;
  let foreign = 0;
  for (let i = 0; i < corpus.sequences; i++) {
    for (const id of corpus.sequence(i)) if (id >= ORDINARY_COUNT) control++;
    for (const message of bodies(corpus.sequence(i))) {
      messages++;
      if (/[^\0-\x7f]/u.test(decode(message))) foreign++;
    }
  }
  const bytes = loadTiktoken().decode(corpus.ids.filter((id) => id < ORDINARY_COUNT)).length;
  return {
    ids: corpus.ids.length,
    sequences: corpus.sequences,
    messages,
    bytes,
    bytesPerToken: bytes / (corpus.ids.length - control),
    controlShare: control / corpus.ids.length,
    nonAsciiShare: foreign / messages,
    distinct: new Set(corpus.ids).size,
  };
}

function* bodies(ids: Uint32Array): Generator<Uint32Array> {
  for (let at = 0; at < ids.length; ) {
    const start = ids.findIndex((id, i) => i >= at && kindOf(id) === Kind.Message) + 1;
    if (start === 0) return;
    let end = start;
    while (end < ids.length && ids[end]! < ORDINARY_COUNT) end++;
    yield ids.subarray(start, end);
    at = end;
  }
}

function decode(ids: Uint32Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(loadTiktoken().decode(ids));
}

const bytesOfId = new Map<number, Uint8Array>();

function piecesOf(ids: Uint32Array): string[] {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const pieces: string[] = [];
  for (const id of ids) {
    const bytes = bytesOfId.get(id) ?? loadTiktoken().decode(Uint32Array.of(id));
    bytesOfId.set(id, bytes);
    pieces.push(decoder.decode(bytes, { stream: true }));
  }
  return pieces;
}

function readCache(): GeneratedCorpus | undefined {
  try {
    const cached = { ids: readNumbers(CORPUS_IDS_PATH), offsets: readNumbers(CORPUS_OFFSETS_PATH) };
    return hashOf(cached) === CORPUS_SHA256 ? cached : undefined;
  } catch {
    return undefined;
  }
}

function readNumbers(path: string): Uint32Array {
  const bytes = readFileSync(path);
  return new Uint32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}

/** Written aside and renamed: benches and tests may run side by side. */
function writeWhole(path: string, numbers: Uint32Array): void {
  mkdirSync(dirname(path), { recursive: true });
  const part = `${path}.${process.pid}.part`;
  writeFileSync(part, numbers);
  renameSync(part, path);
}
