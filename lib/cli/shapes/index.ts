/** Log shapes: where a record holds its generations. Pure functions of JSON values. */
export { findGenerations } from './find.ts';
export { ID_NAMES, IDS_NAMES, REASONING_NAMES } from './names.ts';
export { isMessage } from './parsed.ts';
export { idsOfText, roleOfIds, roleOfText } from './raw.ts';
export { type Generation, isFailure, type Outcome } from './types.ts';
