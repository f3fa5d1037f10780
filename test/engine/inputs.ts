/** Everything that is there to parse: vectors, public reports, examples, logs where they are present. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { Role } from '../../lib/wire/index.ts';
import { encodeMarked, parseOptionsOf, reports } from '../parse/reports.ts';
import { readLines } from '../parse/vectors.ts';
import type { Batchable } from './batches.ts';

interface TokenVector {
  id: string;
  tokens: number[];
  role?: Role | null;
}

const ROLES: readonly unknown[] = ['assistant', 'user', 'system', 'developer', 'tool', null];

function vectors(): Batchable[] {
  return ['../vectors/parse.jsonl', '../vectors/stream.jsonl'].flatMap((path) =>
    readLines<TokenVector>(path).flatMap(({ id, tokens, role = 'assistant' }) =>
      ROLES.includes(role)
        ? [
            { id, tokens, role },
            { id: `${id} as a conversation`, tokens, role: null },
          ]
        : [],
    ),
  );
}

function publicReports(): Batchable[] {
  return reports.flatMap((report) => {
    const { id, raw_form, raw_input } = report;
    const role = parseOptionsOf(report).role ?? null;
    if (raw_form === 'tokens') return [{ id, tokens: raw_input as number[], role }];
    if (raw_form !== 'text' && raw_form !== 'chunks') return [];
    const text = typeof raw_input === 'string' ? raw_input : (raw_input as string[]).join('');
    return [{ id, tokens: encodeMarked(text), role }];
  });
}

/** Every string and every list of ids in a JSON value. */
function* generations(value: unknown): Generator<number[]> {
  if (typeof value === 'string') {
    if (value.includes('<|')) yield encodeMarked(value);
  } else if (Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'number')) {
    yield value;
  } else if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) yield* generations(inner);
  }
}

function generationsOf(text: string): number[][] {
  const documents = text.split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line) as unknown];
    } catch {
      return [line];
    }
  });
  return documents.flatMap((document) => [...generations(document)]);
}

function folder(path: string): Batchable[] {
  const url = new URL(path, import.meta.url);
  if (!existsSync(url)) return [];
  const files = readdirSync(url, { withFileTypes: true }).filter((file) => file.isFile() && !/\.m?js$/.test(file.name));
  return files.flatMap(({ name }) =>
    generationsOf(readFileSync(new URL(name, url), 'utf8')).flatMap((tokens, i) => [
      { id: `${name} ${i}`, tokens, role: 'assistant' as const },
      { id: `${name} ${i} as a conversation`, tokens, role: null },
    ]),
  );
}

export const examples = (): Batchable[] => folder('../../examples/');
/** What generated sequences found. */
const FOUND: Batchable[] = [
  {
    id: 'white space longer than the limit, then a header',
    role: 'assistant',
    tokens: [35753, 1397, 51008, 220, 200005, 9048, 40909, 3385, 16056, 18368, 38236, 200002],
  },
];

export const recorded = (): Batchable[] => [...vectors(), ...publicReports(), ...FOUND];
/** Logs that are not part of the project: an empty list where they are absent. */
export const logs = (): Batchable[] => folder('../../../shared/logs/');
