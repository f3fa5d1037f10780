/** The one place where the command line meets the library. */
import { createRequire } from 'node:module';
import {
  type ChatView,
  engine,
  nativeLoadError,
  parseText,
  parseTokenBatch,
  parseTokens,
  type TokenBatch,
  toChat,
  toChats,
} from '../index.ts';
import { vocabulary } from '../parse/index.ts';
import type { ParseResult, Role } from '../wire/index.ts';
import type { Ids } from './json.ts';
import type { Generation } from './shapes/index.ts';

export type { ChatView };
export { toChat, toChats, vocabulary };

export interface ParseSettings {
  mode: 'tolerant' | 'strict';
  engine: 'native' | 'js' | undefined;
  strippedMarkers: boolean;
  /** Content of one message; a record holds no more. */
  maxContentBytes: number;
}

/** Results of a bunch of generations; what throws (strict mode) is returned in its place. */
export type BunchParser = (generations: readonly Generation[]) => (ParseResult | Error)[];

export function createBunchParser(settings: ParseSettings): BunchParser {
  const batches = new Batches(settings);
  return (generations) => {
    const results: (ParseResult | Error)[] = new Array(generations.length);
    batches.parse(generations, results);
    for (let i = 0; i < generations.length; i++) results[i] ??= caught(() => parseOne(generations[i]!, settings));
    return results;
  };
}

function caught(parse: () => ParseResult): ParseResult | Error {
  try {
    return parse();
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function parseOne({ input, role }: Generation, settings: ParseSettings): ParseResult {
  if (input.kind === 'parsed') return input.result;
  const { mode, maxContentBytes, strippedMarkers } = settings;
  const prefill = input.prefill === undefined ? {} : { prefill: input.prefill };
  const options = { role, mode, maxContentBytes, ...prefill };
  return input.kind === 'ids'
    ? parseTokens(input.ids, options)
    : parseText(input.text, { ...options, strippedMarkers });
}

/** Generations that are ids go to the batch parser together, those of each role; its memory is used again. */
class Batches {
  readonly #settings: ParseSettings;
  readonly #batches = new Map<Role | null, TokenBatch>();
  #tokens = new Int32Array(0);

  constructor(settings: ParseSettings) {
    this.#settings = settings;
  }

  /** Fills in the results of all that it can take: a prefill has no place in a batch. */
  parse(generations: readonly Generation[], results: (ParseResult | Error)[]): void {
    const byRole = new Map<Role | null, number[]>();
    generations.forEach(({ input, role }, i) => {
      if (input.kind !== 'ids' || input.prefill !== undefined) return;
      const indexes = byRole.get(role);
      if (indexes === undefined) byRole.set(role, [i]);
      else indexes.push(i);
    });
    for (const [role, indexes] of byRole) {
      const batch = this.#parse(
        indexes.map((i) => idsOf(generations[i]!)),
        role,
      );
      indexes.forEach((index, i) => {
        results[index] = caught(() => batch.result(i));
      });
    }
  }

  #parse(lists: readonly Ids[], role: Role | null): TokenBatch {
    const offsets = new Uint32Array(lists.length + 1);
    lists.forEach((ids, i) => {
      offsets[i + 1] = offsets[i]! + ids.length;
    });
    const total = offsets[lists.length]!;
    if (this.#tokens.length < total) this.#tokens = new Int32Array(Math.max(total, this.#tokens.length * 2));
    lists.forEach((ids, i) => {
      this.#tokens.set(ids, offsets[i]!);
    });
    const { mode, engine } = this.#settings;
    const into = this.#batches.get(role);
    const batch = parseTokenBatch(this.#tokens, offsets, {
      role,
      mode,
      ...(engine === undefined ? {} : { engine }),
      ...(into === undefined ? {} : { into }),
    });
    this.#batches.set(role, batch);
    return batch;
  }
}

function idsOf({ input }: Generation): Ids {
  return input.kind === 'ids' ? input.ids : [];
}

/** Why the chosen engine cannot be used; undefined if it can. Said before anything is read. */
export function engineProblem(name: 'native' | 'js' | undefined): string | undefined {
  if (name === undefined && process.env.HARMONY_WIRE_ENGINE === undefined) return undefined;
  try {
    parseTokenBatch(new Uint32Array(0), new Uint32Array(1), name === undefined ? {} : { engine: name });
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

export interface EngineInfo {
  version: string;
  engine: 'native' | 'js';
  nativeLoadError: Error | undefined;
}

export function engineInfo(): EngineInfo {
  const { version } = createRequire(import.meta.url)('harmony-wire/package.json') as { version: string };
  return { version, engine, nativeLoadError };
}
