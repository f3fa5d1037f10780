/** Where rows go: whole lines, in order. */
import { type FileHandle, open, rename, stat } from 'node:fs/promises';
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
    const path = (await isDevice(target)) ? target : partOf(target);
    try {
      const handle = await open(path, keep === undefined ? 'w' : 'r+');
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
      await this.#handle.close();
      if (this.#isPart) await rename(this.#path, this.#target);
    } catch (error) {
      throw outputError(error, this.#target);
    }
  }

  async stop(): Promise<void> {
    await this.#handle.close();
  }
}

export function partOf(target: string): string {
  return `${target}.part`;
}

async function isDevice(path: string): Promise<boolean> {
  try {
    const stats = await stat(path);
    return !stats.isFile();
  } catch {
    return false;
  }
}
