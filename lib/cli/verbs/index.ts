/** The verbs of the command line. */
export { checkVerb } from './check.ts';
export { convertVerb } from './convert.ts';
export { infoVerb } from './info.ts';
export { parseVerb } from './parse.ts';
