/** Options of `parse` and `check`. */
import { ROLES, type Role } from '../../wire/index.ts';
import { VIEWS, type View } from '../row.ts';
import type { Arguments } from './arguments.ts';
import { type InputOptions, inputOptions, type OutputOptions, outputOptions } from './io.ts';

export interface ReadingOptions extends InputOptions {
  /** undefined: seen from each generation. */
  role: Role | null | undefined;
  mode: 'tolerant' | 'strict';
  engine: 'native' | 'js' | undefined;
  strippedMarkers: boolean;
}

export interface ParseVerbOptions extends ReadingOptions, OutputOptions {
  view: View;
}

export interface CheckVerbOptions extends ReadingOptions {
  json: boolean;
  examples: number;
}

function readingOptions(args: Arguments): ReadingOptions {
  const role = args.word('role', [...ROLES, 'none'] as const);
  return {
    ...inputOptions(args, ['auto', 'jsonl', 'json', 'ids', 'text']),
    role: role === 'none' ? null : role,
    mode: args.word('mode', ['tolerant', 'strict'] as const) ?? 'tolerant',
    engine: args.word('engine', ['native', 'js'] as const),
    strippedMarkers: args.has('stripped-markers'),
  };
}

export function parseVerbOptions(args: Arguments): ParseVerbOptions {
  const reading = readingOptions(args);
  return { ...reading, ...outputOptions(args, reading.files), view: args.word('view', VIEWS) ?? 'chat' };
}

export function checkVerbOptions(args: Arguments): CheckVerbOptions {
  return { ...readingOptions(args), json: args.has('json'), examples: args.count('examples', 0, 1000) ?? 3 };
}
