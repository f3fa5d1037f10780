/** The one place where the command line meets the library. */
import { createRequire } from 'node:module';
import { type ChatView, parseText, parseTokens, toChat, toChats } from '../index.ts';
import type { ParseResult } from '../wire/index.ts';
import type { Generation } from './shapes/index.ts';

export type { ChatView };
export { toChat, toChats };

export interface ParseSettings {
  mode: 'tolerant' | 'strict';
  engine: 'native' | 'js' | undefined;
  strippedMarkers: boolean;
  /** Content of one message; a record holds no more. */
  maxContentBytes: number;
}

/** Parses a bunch of generations; what throws (strict mode) is returned in its place. */
export function parseBunch(generations: readonly Generation[], settings: ParseSettings): (ParseResult | Error)[] {
  return generations.map((generation) => {
    try {
      return parseOne(generation, settings);
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  });
}

function parseOne({ input, role }: Generation, settings: ParseSettings): ParseResult {
  if (input.kind === 'parsed') return input.result;
  const { mode, engine, maxContentBytes, strippedMarkers } = settings;
  const options = {
    role,
    mode,
    maxContentBytes,
    ...(engine === undefined ? {} : { engine }),
    ...(input.prefill === undefined ? {} : { prefill: input.prefill }),
  };
  return input.kind === 'ids'
    ? parseTokens(input.ids, options)
    : parseText(input.text, { ...options, strippedMarkers });
}

export interface EngineInfo {
  version: string;
  engine: 'native' | 'js';
  nativeLoadError: string | undefined;
}

export function engineInfo(): EngineInfo {
  const { version } = createRequire(import.meta.url)('harmony-wire/package.json') as { version: string };
  return { version, engine: 'js', nativeLoadError: 'this version has no native core' };
}
