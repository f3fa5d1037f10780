/** What of a record is converted, and how. */
import { isUtf8 } from 'node:buffer';
import { encodeConversation, encodeText, renderConversation } from '../../render/index.ts';
import type { RecordKind } from '../input/index.ts';
import type { Json } from '../json.ts';
import type { ConvertOptions } from '../options/index.ts';
import { type Path, placesOf } from '../path.ts';
import { readIds, readJson } from '../read-json.ts';
import { RecordError } from '../record-error.ts';
import type { Stats } from '../stats.ts';
import { conversationsOf, countIgnored } from './conversations.ts';
import { decodeIds, idsOf } from './ids.ts';

export type ConvertSettings = Pick<ConvertOptions, 'conversion' | 'format' | 'field' | 'pass' | 'render' | 'markers'>;

export type Converted = { text: string; tokens: number } | { ids: Uint32Array };

/** Found, but not yet worked on: one that fails does not cost its neighbours. */
export interface Item {
  /** Path in the record, '' if the record is it. */
  path: string;
  convert(): Converted;
}

export interface RecordItems {
  items: Item[];
  /** The record, if it is JSON. */
  value: Json;
}

/** @throws RecordError if the record holds nothing to convert */
export type ItemReader = (bytes: Buffer, kind: RecordKind, stats: Stats) => RecordItems;

export function itemReader(settings: ConvertSettings, field: Path | undefined): ItemReader {
  const { conversion, render, markers } = settings;
  switch (conversion) {
    case 'render':
      return conversationReader(field, (text) => ({ text: renderConversation(text, render), tokens: 0 }));
    case 'encode':
      return conversationReader(field, (text) => ({ ids: encodeConversation(text, render) }));
    case 'encode-text':
      return textReader(field, (text) => ({ ids: encodeText(text, { markers }) }));
    case 'decode':
      return idsReader(field);
  }
}

function conversationReader(field: Path | undefined, convert: (conversation: string) => Converted): ItemReader {
  return (bytes, kind, stats) => {
    if (kind !== 'json') throw new RecordError('invalid_json', 'not JSON; a conversation is {"messages": [...]}');
    checkUtf8(bytes);
    const value = readJson(bytes);
    const conversations = conversationsOf(bytes.toString('utf8'), value, field);
    countIgnored(value, field, stats.ignored);
    return { value, items: conversations.map(({ path, text }) => ({ path, convert: () => convert(text) })) };
  };
}

function textReader(field: Path | undefined, convert: (text: string) => Converted): ItemReader {
  return (bytes, kind) => {
    checkUtf8(bytes);
    const value = kind === 'json' ? readJson(bytes) : bytes.toString('utf8');
    const places = field === undefined ? [{ value, path: '' }] : placesOf(value, field);
    if (places.length === 0) throw new RecordError('field_not_found', 'the record has no such field');
    const items = places.map(({ value: text, path }): Item => {
      if (typeof text === 'string') return { path, convert: () => convert(text) };
      throw new RecordError('no_text', `${path || 'the record'} is no string; name a text with --field`);
    });
    return { value, items };
  };
}

function idsReader(field: Path | undefined): ItemReader {
  return (bytes, kind) => {
    // Text is no list of ids: the reader says where it stops being one.
    const value = kind === 'json' ? readJson(bytes) : readIds(bytes);
    const found = idsOf(value, kind === 'json' ? field : undefined);
    return {
      value,
      items: found.map(({ path, ids }) => ({ path, convert: () => ({ text: decodeIds(ids), tokens: ids.length }) })),
    };
  };
}

/** Bytes that are replaced would be other text than was given. */
function checkUtf8(bytes: Buffer): void {
  if (!isUtf8(bytes)) throw new RecordError('unsupported_encoding', 'the record is not valid UTF-8');
}
