/** Plain text to ids, for tools that have text in hand and no conversation. */
import { checkOptionNames, HarmonyTypeError, invalidOption, Kind, markerAt, markerLength } from '../wire/index.ts';
import { encodePiece } from './encode/index.ts';
import { idOfMarker } from './marker-ids.ts';
import { SafeSink } from './safe-sink.ts';
import { TokenSink } from './sink.ts';

export interface EncodeTextOptions {
  /** `text` (default): markers are ordinary text. `control`: `<|start|>` and the like become control tokens. */
  markers?: 'text' | 'control';
}

/**
 * The ids of a text. Only with `markers: 'control'` can it yield control tokens (the seven, and `<|endoftext|>`):
 * never give that text from users.
 *
 * @throws TypeError `ERR_HARMONY_INVALID_ARGUMENT`; HarmonyError `ERR_HARMONY_CONTENT_TOO_LARGE`.
 */
export function encodeText(text: string, options: EncodeTextOptions = {}): Uint32Array {
  const given: unknown = text;
  if (typeof given !== 'string')
    throw new HarmonyTypeError('ERR_HARMONY_INVALID_ARGUMENT', 'encodeText: text must be a string');
  checkOptionNames(options, ['markers'], 'encodeText');
  const markers: unknown = options.markers ?? 'text';
  if (markers !== 'text' && markers !== 'control')
    throw invalidOption('encodeText', 'markers', 'text or control', markers);
  const target = new TokenSink(encodePiece);
  const sink = new SafeSink(target, {}, 'text');
  let copied = 0;
  for (let at = markers === 'control' ? text.indexOf('<|') : -1; at >= 0; at = text.indexOf('<|', at + 1)) {
    const kind = markerAt(text, at);
    if (kind === Kind.Text) continue;
    sink.text(text.slice(copied, at));
    sink.control(idOfMarker(kind));
    copied = at + markerLength(kind);
  }
  sink.text(text.slice(copied));
  return target.finish();
}
