/** Options of `render`, `encode` and `decode`. */
import type { EncodeTextOptions, RenderConversationOptions } from '../../render/index.ts';
import { ROLES } from '../../wire/index.ts';
import { UsageError } from '../usage-error.ts';
import type { Arguments } from './arguments.ts';
import { type InputOptions, inputOptions, type OutputOptions, outputOptions } from './io.ts';
import { RENDERING_NAMES } from './specs.ts';

/** What becomes of a record: a conversation's text or ids, a text's ids, or the text of ids. */
export type Conversion = 'render' | 'encode' | 'encode-text' | 'decode';
/** `jsonl`: a row of JSON for each; else the texts or ids alone. */
export type Format = 'jsonl' | 'text' | 'ids';

export interface ConvertOptions extends InputOptions, OutputOptions {
  conversion: Conversion;
  format: Format;
  render: RenderConversationOptions;
  markers: NonNullable<EncodeTextOptions['markers']>;
}

/** The largest text that V8 makes. */
const MOST_UNITS = 536_870_888;

export function convertOptions(args: Arguments, verb: 'render' | 'encode' | 'decode'): ConvertOptions {
  const conversion = verb === 'encode' && args.has('text') ? 'encode-text' : verb;
  const markers = args.word('markers', ['text', 'control'] as const);
  if (markers !== undefined && conversion !== 'encode-text') throw new UsageError('--markers needs --text');
  const input = inputOptions(args, inputsOf(conversion));
  const options = {
    ...input,
    ...outputOptions(args, input.files),
    format: args.word('format', formatsOf(verb)) ?? ('jsonl' as const),
    render: conversion === 'encode-text' ? noRendering(args) : rendering(args),
    markers: markers ?? ('text' as const),
  };
  if (options.resume && options.format !== 'jsonl') throw new UsageError('--resume needs --format jsonl');
  // The same ids, for those who look for them here.
  const isIds = verb === 'render' && options.format === 'ids';
  return { ...options, conversion: isIds ? 'encode' : conversion };
}

function inputsOf(conversion: Conversion): Parameters<typeof inputOptions>[1] {
  if (conversion === 'encode-text') return ['text', 'jsonl', 'json'];
  return conversion === 'decode' ? ['auto', 'jsonl', 'json', 'ids'] : ['auto', 'jsonl', 'json'];
}

function formatsOf(verb: 'render' | 'encode' | 'decode'): readonly Format[] {
  if (verb === 'render') return ['jsonl', 'text', 'ids'];
  return verb === 'encode' ? ['jsonl', 'ids'] : ['jsonl', 'text'];
}

function noRendering(args: Arguments): RenderConversationOptions {
  const given = RENDERING_NAMES.find((name) => args.has(name));
  if (given !== undefined) throw new UsageError(`--${given} is for conversations, not for --text`);
  return {};
}

function rendering(args: Arguments): RenderConversationOptions {
  const options: RenderConversationOptions = defined({
    for: args.word('for', ['history', 'completion', 'training'] as const),
    nextRole: args.word('next-role', ROLES),
    dropAnalysis: args.word('drop-analysis', ['none', 'official', 'finished-turns'] as const),
    schemaStyle: args.word('schema-style', ['official', 'improved'] as const),
    toolNames: args.word('tool-names', ['verbatim', 'reject', 'sanitise'] as const),
    recipientPosition: args.word('recipient-position', ['role', 'channel'] as const),
    contentTypeStyle: args.word('content-type-style', ['as-given', 'constrain', 'plain'] as const),
    controlSpellings: args.word('control-spellings', ['keep', 'escape', 'reject'] as const),
    maxPieceLength: args.count('max-piece-length', 1, MOST_UNITS),
  });
  if (options.nextRole !== undefined && options.for !== 'completion') {
    throw new UsageError('--next-role needs --for completion');
  }
  return options;
}

type Defined<T> = { [Name in keyof T]?: Exclude<T[Name], undefined> };

function defined<T extends object>(options: T): Defined<T> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Defined<T>;
}
