// What a call into the core reports. Numbers, never exceptions: texts and Error objects are made in TypeScript
// (lib/engine/native.ts mirrors the numbers).
#ifndef HARMONY_WIRE_CORE_STATUS_H_
#define HARMONY_WIRE_CORE_STATUS_H_

#include <cstdint>

namespace harmony {

enum class Status : uint32_t {
  kOk = 0,
  // The columns that were handed in have no room for the result: measure, then come back with larger ones.
  kFull = 1,
  // The caller's memory gave other results in the second pass than in the first.
  kChanged = 2,
  // Offsets fall, or lead beyond the tokens.
  kInvalidOffsets = 3,
  // More than 2^32 - 1 bytes of content or headers, rows or marks.
  kTooLarge = 4,
  kOutOfMemory = 5,
  kCancelled = 6,
  kInvalidVocabulary = 7,
  // A call that does not fit the state of the batch: a fault of the caller.
  kMisuse = 8,
  // A text to encode holds a word, a run of signs or of white space that is too long to be merged.
  kPieceTooLong = 9,
};

}  // namespace harmony

#endif  // HARMONY_WIRE_CORE_STATUS_H_
