/** Options of the verbs: names, defaults, checks, hints. */
export { Arguments } from './arguments.ts';
export { type Conversion, type ConvertOptions, convertOptions } from './converting.ts';
export type { InputOptions, OutputOptions } from './io.ts';
export {
  type CheckVerbOptions,
  checkVerbOptions,
  type ParseVerbOptions,
  parseVerbOptions,
  type ReadingOptions,
} from './parsing.ts';
export { VERBS, type Verb } from './specs.ts';
