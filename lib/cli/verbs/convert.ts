/** `harmony-wire render`, `encode`, `decode`: conversations to text or ids, ids to text. */
import type { Conversion, ConvertOptions } from '../options/index.ts';
import { writeRows } from './rows.ts';

const NOUNS: Readonly<Record<Conversion, string>> = {
  render: 'conversation',
  encode: 'conversation',
  'encode-text': 'text',
  decode: 'sequence',
};

/** @returns the exit status */
export async function convertVerb(options: ConvertOptions): Promise<number> {
  const { conversion, format, field, pass, render, markers } = options;
  return writeRows(options, {
    work: { kind: 'convert', conversion, format, field, pass, render, markers },
    noun: NOUNS[conversion],
    resumable: format === 'jsonl',
    // A text may hold newlines and need not end with one: it is written as it is, and parted from the next.
    separator: format === 'text' ? '\n' : '',
  });
}
