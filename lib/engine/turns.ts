/** Work that shares the thread with everything else. */
import { HarmonyTypeError } from '../wire/index.ts';

export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof setImmediate === 'function') setImmediate(resolve);
    else setTimeout(resolve, 0);
  });
}

export function gone(): HarmonyTypeError {
  return new HarmonyTypeError(
    'ERR_HARMONY_INVALID_ARGUMENT',
    'the memory of tokens was detached or resized while it was read',
  );
}
