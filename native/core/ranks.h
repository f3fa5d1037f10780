// Ids by the bytes of ordinary tokens: a hash table over the vocabulary file, whose bytes stay where they are.
#ifndef HARMONY_WIRE_CORE_RANKS_H_
#define HARMONY_WIRE_CORE_RANKS_H_

#include "memory.h"
#include "status.h"
#include "vocabulary.h"

namespace harmony {

constexpr uint32_t kNoRank = UINT32_MAX;
// Bytes of the longest token of o200k: nothing longer is looked for.
constexpr size_t kLongestToken = 128;

class Ranks {
 public:
  // 10 to 20 ms. The vocabulary must outlive this; kInvalidVocabulary if not every single byte is a token.
  Status open(const Vocabulary& vocabulary);

  // Bytes that may be read behind the end of what is looked up.
  static constexpr size_t kSpare = 16;
  // Id of these bytes, kNoRank if they are no token. Keys cannot be added, so that no text makes the table slow.
  uint32_t find(const uint8_t* bytes, size_t length) const;
  uint32_t of_byte(uint8_t byte) const { return of_byte_[byte]; }

 private:
  // 0.38 full: 1.3 entries are looked at on average.
  static constexpr uint32_t kEntries = 1u << 19;
  // `tag` is another part of the hash, so that a miss reads no bytes; `next` is the id plus 1, 0 for an empty entry.
  struct Entry {
    uint32_t tag;
    uint32_t next;
  };

  bool put(uint32_t id, const uint8_t* bytes, size_t length);
  bool holds(uint32_t id, const uint8_t* bytes, size_t length) const;

  const Vocabulary* vocabulary_ = nullptr;
  Growable<Entry> entries_;
  uint32_t of_byte_[256];
};

}  // namespace harmony

#endif  // HARMONY_WIRE_CORE_RANKS_H_
