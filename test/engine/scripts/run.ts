/** Runs a script of this folder in a process of its own, over the built package; returns the JSON it prints last. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface Finished {
  /** The last line of standard output as JSON. */
  report: Record<string, unknown>;
  stderr: string;
}

/** @throws Error if it ends with another status than 0: a crash has a signal instead. */
export async function runScript(
  name: string,
  args: readonly string[] = [],
  { flags = [], env = {} }: { flags?: string[]; env?: Record<string, string | undefined> } = {},
): Promise<Finished> {
  const path = fileURLToPath(new URL(name, import.meta.url));
  const options = { env: { ...process.env, ...env }, maxBuffer: 1 << 24 };
  const { stdout, stderr } = await run(process.execPath, [...flags, path, ...args], options);
  return { report: JSON.parse(stdout.trim().split('\n').at(-1)!) as Record<string, unknown>, stderr };
}
