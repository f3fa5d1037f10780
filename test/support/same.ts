/** Equality for checks that run a million times: `expect` costs as much as all that is tested, so it only explains. */
import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';

/** As `expect(actual).toEqual(expected)`. What is strictly equal is equal to it as well. */
export function expectEqual(actual: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toEqual(expected);
}
