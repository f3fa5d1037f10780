/** What is done with a block of records. Plain settings: worker threads are sent them. */
import type { ConvertSettings } from './convert/index.ts';
import type { Block } from './input/index.ts';
import type { ProcessSettings } from './process.ts';
import type { Stats } from './stats.ts';

export type Work = ({ kind: 'parse' } & ProcessSettings) | ({ kind: 'convert' } & ConvertSettings);

export interface Processed {
  /** Rows as lines. The memory is used again for the next block but one. */
  text: Uint8Array;
  stats: Stats;
  /** Lines for standard error: what went wrong, where the output has no place for it. */
  complaints?: string;
}

export type Processor = (block: Block) => Processed;

/** Each kind of work loads what it needs: parsing needs no encoder, and the other way round. */
export async function createProcessor(work: Work): Promise<Processor> {
  if (work.kind === 'parse') return (await import('./process.ts')).createParseProcessor(work);
  return (await import('./convert/index.ts')).createConverter(work);
}
