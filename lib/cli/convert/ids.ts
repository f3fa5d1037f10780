/** Token ids: where a record holds them, and their text. */
import { LAST_TOKEN } from '../../wire/index.ts';
import { vocabulary } from '../engine.ts';
import { fieldOf, type Ids, isIds, isObject, type Json, type JsonObject } from '../json.ts';
import { type Path, type Place, placesOf } from '../path.ts';
import { RecordError } from '../record-error.ts';
import { IDS_NAMES, idsOfText } from '../shapes/index.ts';

export interface FoundIds {
  path: string;
  ids: Ids;
}

/** @throws RecordError `field_not_found`, `no_ids` */
export function idsOf(record: Json, field: Path | undefined): FoundIds[] {
  if (field === undefined) return idsOfRecord(record);
  const places = placesOf(record, field);
  if (places.length === 0) throw new RecordError('field_not_found', 'the record has no such field');
  return places.flatMap((place) => {
    const found = idsAt(place);
    if (found === undefined) throw new RecordError('no_ids', `${place.path} holds no token ids`);
    return found;
  });
}

function idsOfRecord(record: Json): FoundIds[] {
  const own = idsAt({ value: record, path: '' });
  if (own !== undefined) return own;
  for (const name of isObject(record) ? ['ids', ...IDS_NAMES] : []) {
    const value = fieldOf(record as JsonObject, name);
    const found = value === undefined ? undefined : idsAt({ value, path: name });
    if (found !== undefined) return name === 'labels' ? found.map(withoutMask) : found;
  }
  throw new RecordError('no_ids', 'no known field holds token ids; name it with --field');
}

/** A list of ids, a string of them, or a list of lists. */
function idsAt({ value, path }: Pick<Place, 'value' | 'path'>): FoundIds[] | undefined {
  if (typeof value === 'string') {
    const ids = idsOfText(value);
    return ids === undefined ? undefined : [{ path, ids }];
  }
  if (isIds(value)) return [{ path, ids: value }];
  if (!Array.isArray(value)) return undefined;
  if (value.length === 0) return [{ path, ids: [] }];
  const lists = value.map((item, i) => idsAt({ value: typeof item === 'string' ? null : item, path: `${path}[${i}]` }));
  return lists.every((list) => list !== undefined) ? lists.flat() : undefined;
}

/** -100 marks the positions a loss ignores: those of the prompt. */
function withoutMask({ path, ids }: FoundIds): FoundIds {
  return { path, ids: Array.from(ids).filter((id) => id !== -100) };
}

/** The text of ids, markers spelled out. Bytes that are no UTF-8 become U+FFFD. @throws RecordError `unknown_token` */
export function decodeIds(ids: Ids): string {
  const { bytes, byteLength } = vocabulary();
  let length = 0;
  for (let i = 0; i < ids.length; i++) {
    const id = ids[i]!;
    if (!(id >= 0 && id <= LAST_TOKEN)) {
      throw new RecordError('unknown_token', `the id at index ${i} is none of o200k_harmony (0 to ${LAST_TOKEN})`);
    }
    length += byteLength(id);
  }
  const text = Buffer.allocUnsafe(length);
  let at = 0;
  for (let i = 0; i < ids.length; i++) {
    const token = bytes(ids[i]!);
    text.set(token, at);
    at += token.length;
  }
  return text.toString('utf8');
}
