/**
 * The finish reason that a record itself gives, in the words of Chat Completions. vLLM says `finish_reason: "stop"` and
 * `stop_reason: 200012` for a call, SGLang `meta_info.finish_reason: { type, matched }`, llama.cpp `stop_type`.
 */
import { CALL } from '../../wire/index.ts';
import { fieldOf, isObject, type Json, type JsonObject } from '../json.ts';

const WORDS: ReadonlyMap<string, string> = new Map([
  ['stop', 'stop'],
  ['eos', 'stop'],
  ['eos_token', 'stop'],
  ['stop_token', 'stop'],
  ['stop_word', 'stop'],
  ['word', 'stop'],
  ['stop_sequence', 'stop'],
  ['end_turn', 'stop'],
  ['completed', 'stop'],
  ['length', 'length'],
  ['limit', 'length'],
  ['max_tokens', 'length'],
  ['max_length', 'length'],
  ['max_new_tokens', 'length'],
  ['max_output_tokens', 'length'],
  ['tool_calls', 'tool_calls'],
  ['tool_use', 'tool_calls'],
  ['function_call', 'tool_calls'],
  ['content_filter', 'content_filter'],
]);

const REASONS = ['finish_reason', 'finish_reasons', 'stop_reason', 'stop_reasons', 'done_reason', 'stop_type'] as const;
const STOPS = ['stop_reason', 'stop_reasons', 'stop_token', 'stop_token_id', 'matched_stop', 'matched'] as const;

/**
 * @param around the objects around the generation, innermost first
 * @param index the generation's place in its list: reasons may be lists too
 */
export function finishReasonOf(around: readonly Json[], index = 0): string | undefined {
  for (const object of around) {
    if (!isObject(object)) continue;
    const meta = fieldOf(object, 'meta_info');
    const reason = reasonIn(object, index) ?? (isObject(meta) ? reasonIn(meta, index) : undefined);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

function reasonIn(object: JsonObject, index: number): string | undefined {
  if (STOPS.some((name) => isCallToken(nth(fieldOf(object, name), index)))) return 'tool_calls';
  for (const name of REASONS) {
    const value = nth(fieldOf(object, name), index);
    if (isObject(value)) {
      if (isCallToken(fieldOf(value, 'matched'))) return 'tool_calls';
      const type = fieldOf(value, 'type');
      if (typeof type === 'string') return word(type);
    }
    if (typeof value === 'string') return word(value);
  }
  // Responses: `status: "incomplete", incomplete_details: { reason: "max_output_tokens" }`.
  const details = fieldOf(object, 'incomplete_details');
  const why = isObject(details) ? fieldOf(details, 'reason') : undefined;
  return typeof why === 'string' ? word(why) : undefined;
}

function nth(value: Json | undefined, index: number): Json | undefined {
  return Array.isArray(value) || value instanceof Int32Array ? value[index] : value;
}

function isCallToken(value: Json | undefined): boolean {
  return value === CALL || value === '<|call|>';
}

/** A word that is none of these (`abort`, `error`) says nothing about the text: the parser judges. */
function word(reason: string): string | undefined {
  return WORDS.get(reason.toLowerCase());
}
