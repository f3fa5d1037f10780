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
  Token look_up(uint32_t id) const;

  // kTokenCount of them. A loop keeps the pointer to itself: behind each store of a byte the compiler would read the
  // member again.
  const uint8_t* slots() const { return slots_; }
  // `id` must be below kTokenCount.
  static const uint8_t* slot(const uint8_t* slots, uint32_t id) { return slots + size_t{id} * kSlotBytes; }
  // Asks for the slot of an id that has not been checked: the address may lie anywhere, it is only a hint.
  static void prefetch(const uint8_t* slots, uint32_t id) {
#if defined(__GNUC__) || defined(__clang__)
    __builtin_prefetch(reinterpret_cast<const void*>(reinterpret_cast<uintptr_t>(slots) + uintptr_t{id} * kSlotBytes));
#else
    (void)slots;
    (void)id;
#endif
  }

  // By id: the byte length of an ordinary token, kNoLength for the rest (and the few of 128 bytes). Filled up to a
  // power of two, so that one look at many ids tells whether all may be looked up. A twelfth of the slots' size:
  // counting stays in the second-level cache.
  static constexpr uint32_t kLengths = 1u << 18;
  static constexpr uint8_t kNoLength = 0x80;
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
