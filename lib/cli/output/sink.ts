/** Where rows go: whole lines, in order. */
import { type FileHandle, lstat, open, rename, rm, stat } from 'node:fs/promises';
import { UsageError } from '../usage-error.ts';

/** The reader of our standard output is gone: nothing is wrong, and nothing is left to do. */
export class ClosedPipe extends Error {}

/** The output cannot be written; the message is for people. */
export class OutputError extends Error {}

export interface Sink {
  write(lines: Uint8Array): Promise<void>;
  /** Everything is written. */
  finish(): Promise<void>;
  /** The run was stopped: what is written stays as it is. */
  stop(): Promise<void>;
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
}

function outputError(error: unknown, name: string, advice = ''): Error {
  const code = codeOf(error);
  if (code === 'EPIPE') return new ClosedPipe();
  const why =
    code === 'ENOSPC'
      ? 'no space left on the device'
      : code === 'EACCES' || code === 'EPERM'
        ? 'permission denied'
        : code === 'ENOENT'
          ? 'no such directory'
          : code === 'EISDIR'
            ? 'it is a directory'
            : code === 'EEXIST'
              ? 'another run has just begun it'
              : error instanceof Error
                ? error.message
                : String(error);
  return new OutputError(`cannot write ${name}: ${why}${advice}`);
}

export class StandardOutput implements Sink {
  #failure: Error | undefined;

  constructor() {
    process.stdout.on('error', (error) => {
      this.#failure ??= outputError(error, 'standard output');
    });
  }

  write(lines: Uint8Array): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#failure !== undefined) return reject(this.#failure);
      process.stdout.write(lines, (error) => {
        if (error) reject(outputError(error, 'standard output'));
        else resolve();
      });
    });
  }

  async finish(): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure;
  }

  async stop(): Promise<void> {}
}

/** Writes `FILE.part`, renamed to FILE when all is there. A device or pipe is written as it is. */
export class FileOutput implements Sink {
  readonly #target: string;
  readonly #path: string;
  readonly #handle: FileHandle;
  /** Bytes that are written: whole lines. */
  #length: number;
  #isCut: boolean;

  private constructor(target: string, path: string, handle: FileHandle, keep: number | undefined) {
    this.#target = target;
    this.#path = path;
    this.#handle = handle;
    this.#length = keep ?? 0;
    this.#isCut = keep === undefined;
  }

  /**
   * @param keep bytes of an earlier run's `FILE.part` that stay; undefined begins anew
   * @throws UsageError if it cannot be opened: nothing was done yet
   */
  static async open(target: string, keep: number | undefined): Promise<FileOutput> {
    const isPart = !(await isDevice(target));
    const path = isPart ? partOf(target) : target;
    try {
      const anew = keep === undefined;
      const handle = await open(path, anew ? (isPart && (await isRemoved(path)) ? 'wx' : 'w') : 'r+');
      return new FileOutput(target, path, handle, keep);
    } catch (error) {
      throw new UsageError(outputError(error, path).message);
    }
  }

  async write(lines: Uint8Array): Promise<void> {
    try {
      await this.#cut();
      let done = 0;
      while (done < lines.length) {
        const { bytesWritten } = await this.#handle.write(lines, done, lines.length - done, this.#position(done));
        done += bytesWritten;
      }
      this.#length += lines.length;
    } catch (error) {
      await this.#leaveWholeLines();
      throw outputError(error, this.#path, this.#isPart ? `; ${this.#target} is not made` : '');
    }
  }

  get #isPart(): boolean {
    return this.#path !== this.#target;
  }

  /** Devices have no positions. */
  #position(done: number): number | null {
    return this.#isPart ? this.#length + done : null;
  }

  /** Drops what an earlier run left behind its last record, at the first write: before, this run may still be refused. */
  async #cut(): Promise<void> {
    if (this.#isCut || !this.#isPart) return;
    await this.#handle.truncate(this.#length);
    this.#isCut = true;
  }

  async #leaveWholeLines(): Promise<void> {
    try {
      if (this.#isPart) await this.#handle.truncate(this.#length);
      await this.#handle.close();
    } catch {
      // The error that led here is the one to tell; --resume drops half a line by itself.
    }
  }

  async finish(): Promise<void> {
    try {
      await this.#cut();
      if (this.#isPart) await this.#handle.sync();
      const isOurs = !this.#isPart || (await this.#isStillThere());
      await this.#handle.close();
      if (!isOurs)
        throw new OutputError(`another run has written ${this.#target} meanwhile; the rows of this one are lost`);
      if (this.#isPart) await rename(this.#path, this.#target);
    } catch (error) {
      throw error instanceof OutputError ? error : outputError(error, this.#target);
    }
  }

  async #isStillThere(): Promise<boolean> {
    const ours = await this.#handle.stat({ bigint: true });
    const there = await stat(this.#path, { bigint: true }).catch(() => undefined);
    return there?.ino === ours.ino && there.dev === ours.dev;
  }

  async stop(): Promise<void> {
    await this.#handle.close();
  }
}

export function partOf(target: string): string {
  return `${target}.part`;
}

/** Makes way for a file of its own: a run that still writes to the old one must not write into the new. */
async function isRemoved(path: string): Promise<boolean> {
  const stats = await lstat(path).catch(() => undefined);
  if (stats?.isFile()) await rm(path, { force: true });
  return stats === undefined || stats.isFile();
}

async function isDevice(path: string): Promise<boolean> {
  try {
    const stats = await stat(path);
    return !stats.isFile();
  } catch {
    return false;
  }
}
