/** Conversations to text or ids, texts to ids, ids to text. Runs in the main thread and in workers. */
import { type Carried, carried, passedFields } from '../carried.ts';
import { LineBuffers } from '../lines.ts';
import { parsePath } from '../path.ts';
import { recordError } from '../record-error.ts';
import { recordsOf } from '../records.ts';
import { errorText, placeText, type Source } from '../row.ts';
import { countFailure, countRead, newStats, type Stats } from '../stats.ts';
import type { Processor } from '../work.ts';
import { type Converted, type ConvertSettings, itemReader } from './items.ts';

export type { ConvertSettings };

export function createConverter(settings: ConvertSettings): Processor {
  const { format } = settings;
  const pass = passedFields(settings.pass);
  const read = itemReader(settings, settings.field === undefined ? undefined : parsePath(settings.field));
  const buffers = new LineBuffers();
  return (block) => {
    const stats = newStats();
    const lines = buffers.next();
    let complaints = '';
    const attempt = (source: Source, work: () => void): void => {
      try {
        work();
      } catch (caught) {
        const error = recordError(caught);
        const code = countFailure(stats, source, error, 0);
        if (format === 'jsonl') lines.add(errorText(source, code, error.message));
        else complaints += `harmony-wire: ${placeText(source)}: ${error.message} (${code})\n`;
        // Lines of ids still count the conversations.
        if (format === 'ids') lines.add('');
      }
    };
    for (const record of recordsOf(block)) {
      stats.records++;
      attempt(record.source, () => {
        const bytes = record.read();
        countRead(stats, bytes);
        const { items, value } = read(bytes, block.kind, stats);
        const own = carried(value, bytes, pass);
        for (const { path, convert } of items) {
          const source = { ...record.source, field: path === '' ? null : path };
          attempt(source, () => lines.add(rowOf(counted(convert(), stats), source, own, format)));
        }
      });
    }
    const text = format === 'text' ? lines.viewUnended() : lines.view();
    return { text, stats, ...(complaints === '' ? {} : { complaints }) };
  };
}

function counted(converted: Converted, stats: Stats): Converted {
  stats.generations++;
  stats.tokens += 'ids' in converted ? converted.ids.length : converted.tokens;
  if ('text' in converted) stats.characters += converted.text.length;
  return converted;
}

function rowOf(converted: Converted, source: Source, own: Carried, format: ConvertSettings['format']): string {
  if (format !== 'jsonl') return 'ids' in converted ? converted.ids.join(' ') : converted.text;
  const { id, pass } = own;
  const head = JSON.stringify({ id, source, ...(pass === undefined ? {} : { pass }) }).slice(0, -1);
  // `JSON.stringify` would write a typed array as an object.
  return 'ids' in converted
    ? `${head},"token_ids":[${converted.ids.join(',')}]}`
    : `${head},"text":${JSON.stringify(converted.text)}}`;
}
