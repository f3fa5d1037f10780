/** Integers beyond 2^53, which `JSON.parse` rounds: where they would reach a row, they come as the text of their digits. */
import { isSafeNumber, parse } from 'lossless-json';
import { isObject, type Json } from './json.ts';

/** True if somewhere in `value` an integer was rounded, or may have been. */
export function hasRounded(value: Json): boolean {
  if (typeof value === 'number') return Number.isInteger(value) && !Number.isSafeInteger(value);
  if (Array.isArray(value)) return value.some(hasRounded);
  return isObject(value) && Object.values(value).some(hasRounded);
}

/** The record with such integers as strings; undefined if it cannot be read so (a name that stands twice). */
export function readExact(record: Buffer): Json | undefined {
  const parseNumber = (text: string): number | string => (isSafeNumber(text, { approx: true }) ? Number(text) : text);
  try {
    return parse(record.toString('utf8'), undefined, parseNumber) as Json;
  } catch {
    return undefined;
  }
}
