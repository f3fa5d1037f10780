/** Inputs: files and standard input, as blocks of records. */
export type { Block } from './block.ts';
export { type RecordPlace, readBlocks } from './records.ts';
export { INPUT_NAMES, type InputName } from './sniff.ts';
export { LineSplitter } from './splitter.ts';
