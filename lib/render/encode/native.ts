/** Text to ids by the add-on: names and numbers of `native/addon_encode.cc`, errors made from its numbers. */
import { type Addon, bundledVocabulary, loadAddon } from '../../addon/index.ts';
import { HarmonyError } from '../../wire/index.ts';
import { pieceTooLong } from './too-long.ts';

/** What the add-on has for encoding. */
export interface EncodeAddon extends Addon {
  /** Keeps the file and makes the tables: 10 to 20 ms, 5 MB. Returns a status. */
  openEncoder(file: Uint8Array): number;
  /** The count of ids, which stand in `into` if they have room there; minus a status if it failed. */
  encode(text: string, into: Uint32Array): number;
  /** The ids of the last text that had no room. Returns a status. */
  copyIds(into: Uint32Array): number;
}

/** Numbers of `native/core/status.h`. */
const Status = { Ok: 0, OutOfMemory: 5, InvalidVocabulary: 7, PieceTooLong: 9 } as const;

/** Ids of nearly every text: more of them cost a second call. */
const ROOM = 4096;

export const loadEncodeAddon = (): EncodeAddon => loadAddon<EncodeAddon>();

/** @throws Error why the add-on does not load */
export function nativeEncoder(): (text: string) => Uint32Array {
  const addon = loadEncodeAddon();
  const opened = addon.openEncoder(bundledVocabulary());
  if (opened !== Status.Ok) throw failure(opened, 0);
  const into = new Uint32Array(ROOM);
  return (text) => {
    const count = addon.encode(text, into);
    if (count < 0) throw failure(-count, into[0]!);
    if (count <= ROOM) return into.slice(0, count);
    const ids = new Uint32Array(count);
    const copied = addon.copyIds(ids);
    if (copied !== Status.Ok) throw failure(copied, 0);
    return ids;
  };
}

function failure(status: number, bytes: number): Error {
  switch (status) {
    case Status.PieceTooLong:
      return pieceTooLong(bytes);
    case Status.OutOfMemory:
      return new RangeError('harmony-wire: out of memory');
    case Status.InvalidVocabulary:
      return new HarmonyError('ERR_HARMONY_INVALID_VOCABULARY', 'the memory of the vocabulary file was taken away');
    default:
      return new Error(`harmony-wire: the native encoder reported ${status}`);
  }
}
