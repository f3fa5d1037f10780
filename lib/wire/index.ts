/** The words of the format: tokens, markers, white space, issues, errors, shapes, vocabulary file. Imports nothing. */
export * from './edit-distance.ts';
export * from './errors.ts';
export * from './issues.ts';
export * from './markers.ts';
export * from './options.ts';
export * from './tokens.ts';
export * from './types.ts';
export * from './utf8.ts';
export * from './vocabulary.ts';
export * from './whitespace.ts';
