/** Untrusted text must not close its envelope: a spelled control token in it is made unreadable as one. */
import { controlMarkerAt, Kind } from '../../wire/index.ts';
import { escapeControlSpellings } from '../safe-sink.ts';
import type { DialectOptions } from './types.ts';

/** Text as it may stand in a body or header. */
export function safeText(text: string, options: DialectOptions): string {
  return options.compat === 'omp' ? text : escapeControlSpellings(text);
}

/** JSON text: in JSON a marker can only stand inside of a string, where `\u007c` decodes to the same bar. */
export function safeJson(text: string, options: DialectOptions): string {
  if (options.compat === 'omp') return text;
  let safe = '';
  let copied = 0;
  for (let at = text.indexOf('<|'); at >= 0; at = text.indexOf('<|', at + 1)) {
    if (controlMarkerAt(text, at) === Kind.Text) continue;
    safe += `${text.slice(copied, at)}<\\u007c`;
    copied = at + 2;
  }
  return safe + text.slice(copied);
}
