// The vocabulary file, read in place (layout: lib/wire/vocabulary.ts). The caller keeps the bytes alive; it need not
// keep them unchanged: every offset that is read from them is checked where it is used.
#ifndef HARMONY_WIRE_CORE_VOCABULARY_H_
#define HARMONY_WIRE_CORE_VOCABULARY_H_

#include "memory.h"
#include "status.h"
#include "table.h"

namespace harmony {

// A token's kind and bytes; for a special token the bytes of its name, for an unknown id those of U+FFFD.
struct Token {
  Kind kind;
  const uint8_t* bytes;
  uint32_t length;
};

inline constexpr uint8_t kReplacement[] = {0xef, 0xbf, 0xbd};

class Vocabulary {
 public:
  Status open(const uint8_t* file, size_t length);

  bool is_open() const { return slots_ != nullptr; }
  // `id` must be below kTokenCount.
  const uint8_t* slot(uint32_t id) const { return slots_ + size_t{id} * kSlotBytes; }
  Token look_up(uint32_t id) const;

  // Asks for the slot of an id that has not been checked: the address may lie anywhere, it is only a hint.
  void prefetch(uint32_t id) const {
#if defined(__GNUC__) || defined(__clang__)
    __builtin_prefetch(reinterpret_cast<const void*>(reinterpret_cast<uintptr_t>(slots_) + uintptr_t{id} * kSlotBytes));
#else
    (void)id;
#endif
  }

  // Byte length of an ordinary token, kNoLength for the rest. A fifteenth of the slots' size: counting stays in the
  // second-level cache.
  static constexpr uint8_t kNoLength = 0xff;
  const uint8_t* lengths() const {
    return lengths_.data();
  }

 private:
  const uint8_t* slots_ = nullptr;
  const uint8_t* rest_ = nullptr;
  uint32_t rest_bytes_ = 0;
  Growable<uint8_t> lengths_;
};

}  // namespace harmony

#endif  // HARMONY_WIRE_CORE_VOCABULARY_H_
