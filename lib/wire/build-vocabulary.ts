/**
 * Build step: rebuilds the o200k rank file from the `tiktoken` package, checks its hash, writes the binary file.
 * Run as `node dist/wire/build-vocabulary.js`.
 */
import { createHash } from 'node:crypto';
import { renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { ORDINARY_COUNT } from './tokens.ts';
import { buildVocabularyFile } from './vocabulary.ts';

/** sha256 of `o200k_base.tiktoken`, the rank file that openai-harmony 0.0.8 loads and checks. */
export const RANK_FILE_SHA256 = '446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d';

/** Base64 of every ordinary token, by rank. The package stores lines `! FIRST_RANK TOKEN TOKEN …`. */
export function ranksOf(packed: string): string[] {
  const tokens: string[] = new Array(ORDINARY_COUNT);
  for (const line of packed.split('\n')) {
    const [, first, ...rest] = line.split(' ');
    rest.forEach((token, i) => {
      tokens[Number(first) + i] = token;
    });
  }
  return tokens;
}

/** The rank file as it is distributed: a line `BASE64 RANK` per token. */
export function rankFile(tokens: readonly string[]): string {
  return tokens.map((token, rank) => `${token} ${rank}\n`).join('');
}

function main(): void {
  const source = createRequire(import.meta.url)('tiktoken/encoders/o200k_base.json') as { bpe_ranks: string };
  const tokens = ranksOf(source.bpe_ranks);
  const hash = createHash('sha256').update(rankFile(tokens)).digest('hex');
  if (hash !== RANK_FILE_SHA256) throw new Error(`o200k_base ranks have sha256 ${hash}, not ${RANK_FILE_SHA256}`);
  const target = fileURLToPath(new URL('../o200k_harmony.bin', import.meta.url));
  writeFileSync(`${target}.part`, buildVocabularyFile(tokens.map((token) => Buffer.from(token, 'base64'))));
  renameSync(`${target}.part`, target);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
