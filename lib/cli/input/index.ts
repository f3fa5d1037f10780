/** Inputs: files and standard input, as blocks of records. */
export type { Block, RecordKind } from './block.ts';
export { type RecordPlace, readBlocks } from './records.ts';
export type { InputName } from './sniff.ts';
export { LineSplitter } from './splitter.ts';
