/** Output: rows to standard output or a file, what an earlier run left, the progress bar. */
export { startProgress } from './progress.ts';
export { type Earlier, readEarlier } from './resume.ts';
export { ClosedPipe, FileOutput, OutputError, partOf, type Sink, StandardOutput } from './sink.ts';
