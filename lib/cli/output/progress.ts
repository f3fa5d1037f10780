/** A progress bar on a terminal, nothing elsewhere. */
import { statSync } from 'node:fs';
import type { SingleBar } from 'cli-progress';

export interface Progress {
  add(bytes: number): void;
  stop(): void;
}

const NONE: Progress = { add() {}, stop() {} };
const MEGABYTE = 1_000_000;

/** @param files null is standard input, whose size nobody knows */
export async function startProgress(files: readonly (string | null)[], quiet: boolean): Promise<Progress> {
  if (quiet || !process.stderr.isTTY) return NONE;
  const total = totalSize(files);
  const { default: progress } = await import('cli-progress');
  const format =
    total === undefined
      ? 'harmony-wire {megabytes} MB, {rate} MB/s'
      : 'harmony-wire {bar} {percentage}% {megabytes} MB, {rate} MB/s, {eta_formatted} left';
  const bar = new progress.SingleBar(
    { format, stream: process.stderr, clearOnComplete: true, hideCursor: true, etaBuffer: 50, barsize: 24 },
    progress.Presets.shades_classic,
  );
  bar.start(total ?? 0, 0, { megabytes: '0.0', rate: '0.0' });
  return running(bar);
}

function running(bar: SingleBar): Progress {
  const began = performance.now();
  let bytes = 0;
  return {
    add(count) {
      bytes += count;
      const seconds = Math.max(0.001, (performance.now() - began) / 1000);
      bar.update(bytes, {
        megabytes: (bytes / MEGABYTE).toFixed(1),
        rate: (bytes / MEGABYTE / seconds).toFixed(1),
      });
    },
    stop() {
      bar.stop();
    },
  };
}

function totalSize(files: readonly (string | null)[]): number | undefined {
  let total = 0;
  for (const file of files) {
    if (file === null) return undefined;
    const stats = statSync(file);
    if (!stats.isFile()) return undefined;
    total += stats.size;
  }
  return total;
}
