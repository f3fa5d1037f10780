/** Headers repeat: a few dozen spellings make up nearly all of a log. Their fields are read once and shared. */
import type { Role } from '../wire/index.ts';
import { type HeaderFields, readHeader } from './header.ts';

const ENTRIES = 1024;
const LONGEST = 256;
const caches = new Map<Role | null, Map<string, HeaderFields>>();

/** {@link readHeader} for headers without known tools, remembered per given role (at most 1,024 each, then anew). */
export function readHeaderCached(raw: string, given: Role | null): HeaderFields {
  let cache = caches.get(given);
  if (cache === undefined) {
    cache = new Map();
    caches.set(given, cache);
  }
  const known = cache.get(raw);
  if (known !== undefined) return known;
  if (raw.length > LONGEST) return readHeader(raw, { given, tools: undefined });
  // A copy: a slice would keep the whole input alive as long as the cache does.
  const copy = ` ${raw}`.slice(1);
  const fields = readHeader(copy, { given, tools: undefined });
  if (cache.size >= ENTRIES) cache.clear();
  cache.set(copy, fields);
  return fields;
}
