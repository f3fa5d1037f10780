/** Runs of a stream's ids to strings by the add-on. */
import type { RunSource } from '../parse/index.ts';
import type { NativeBinding } from './native-binding.ts';

/**
 * From here on the call into the add-on pays (bench row `chunks`): below, the run is copied in TypeScript.
 */
const NATIVE_RUN_FROM = 24;

export class NativeRuns implements RunSource {
  text = '';
  private readonly binding: NativeBinding;
  private readonly short: RunSource;
  private readonly taken = new Uint32Array(1);

  constructor(binding: NativeBinding, short: RunSource) {
    this.binding = binding;
    this.short = short;
  }

  run(ids: Uint32Array | Int32Array, from: number, end: number): number {
    if (end - from >= NATIVE_RUN_FROM) {
      const text = this.binding.decodeRun(ids, from, end, this.taken);
      if (text !== undefined) {
        this.text = text;
        return this.taken[0]!;
      }
    }
    const count = this.short.run(ids, from, end);
    this.text = this.short.text;
    return count;
  }
}
