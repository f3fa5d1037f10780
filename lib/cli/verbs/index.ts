/** The verbs of the command line. */
export { checkVerb } from './check.ts';
export { infoVerb } from './info.ts';
export { parseVerb } from './parse.ts';
