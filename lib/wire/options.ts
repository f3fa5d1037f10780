/** Checks of option objects that every entry point shares: unknown names are refused with a hint. */
import { editDistance } from './edit-distance.ts';
import { describe, HarmonyTypeError } from './errors.ts';

/** @throws TypeError `ERR_HARMONY_INVALID_ARGUMENT` if `options` is no object, `ERR_HARMONY_UNKNOWN_OPTION` for a name not in `known`. */
export function checkOptionNames(options: unknown, known: readonly string[], where: string): void {
  if (options === undefined) return;
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw new HarmonyTypeError(
      'ERR_HARMONY_INVALID_ARGUMENT',
      `${where}: options must be an object, not ${describe(options)}`,
    );
  }
  for (const name of Object.keys(options)) {
    if (known.includes(name)) continue;
    const near = nearest(name, known);
    throw new HarmonyTypeError(
      'ERR_HARMONY_UNKNOWN_OPTION',
      `${where}: unknown option ${describe(name)}${near === undefined ? '' : `; did you mean '${near}'?`}`,
    );
  }
}

/** The known name closest to `name`, if it is at most three edits away. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  let best: string | undefined;
  let distance = 4;
  for (const candidate of known) {
    const d = editDistance(name.toLowerCase(), candidate.toLowerCase(), 3);
    if (d < distance) {
      best = candidate;
      distance = d;
    }
  }
  return best;
}

export function invalidOption(where: string, name: string, expected: string, value: unknown): HarmonyTypeError {
  return new HarmonyTypeError(
    'ERR_HARMONY_INVALID_ARGUMENT',
    `${where}: option ${name} must be ${expected}, not ${describe(value)}`,
  );
}
