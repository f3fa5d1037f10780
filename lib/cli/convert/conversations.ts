/** Conversations of a record, as the exact JSON text that the renderer takes. */
import { fieldOf, isObject, type Json } from '../json.ts';
import { type Path, placesOf } from '../path.ts';
import { RecordError } from '../record-error.ts';
import type { Stats } from '../stats.ts';
import { type Slice, slicesAt } from './raw-json.ts';

/** @param value the record, parsed. @throws RecordError `field_not_found`, `no_conversation` */
export function conversationsOf(record: string, value: Json, field: Path | undefined): Slice[] {
  if (field === undefined && isObject(value) && !Object.hasOwn(value, 'messages')) {
    throw new RecordError('no_conversation', 'the record has no field messages; name its conversation with --field');
  }
  const slices = field === undefined ? [{ path: '', text: record.trim() }] : slicesAt(record, field);
  if (slices.length === 0) throw new RecordError('field_not_found', 'the record has no such field');
  return slices.map(({ path, text }) => ({ path, text: wholeConversation(text) }));
}

/** A list of messages is a conversation too, and so is JSON in a string (a column of JSON text). */
function wholeConversation(text: string): string {
  const json = text[0] === '"' ? (JSON.parse(text) as string).trim() : text;
  // `[[…]]` is the reference's other spelling of a conversation; `[]` it refuses.
  return /^\[\s*[^\s[\]]/.test(json) ? `{"messages":${json}}` : json;
}

/** Of chat completions and chat templates. The renderer ignores unknown fields, as the reference does. */
const CHAT_FIELDS = [
  'tool_calls',
  'function_call',
  'tool_call_id',
  'thinking',
  'reasoning',
  'reasoning_content',
] as const;

/** Counts what is lost when chat messages are taken for a conversation of this format. */
export function countIgnored(value: Json, field: Path | undefined, ignored: Stats['ignored']): void {
  const places = field === undefined ? [value] : placesOf(value, field).map((place) => place.value);
  for (const place of places) {
    const messages = isObject(place) ? fieldOf(place, 'messages') : place;
    if (!Array.isArray(messages)) continue;
    for (const message of messages) {
      if (!isObject(message)) continue;
      for (const name of CHAT_FIELDS) {
        if (isSomething(fieldOf(message, name))) ignored.set(name, (ignored.get(name) ?? 0) + 1);
      }
    }
  }
}

function isSomething(value: Json | undefined): boolean {
  return value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
}
