// The split pattern of o200k as a scanner over classes of characters: byte pairs merge only inside of a piece. The same
// as lib/render/encode/pieces.ts, which states the pattern; both take the classes from the same generated runs.
#ifndef HARMONY_WIRE_CORE_PIECES_H_
#define HARMONY_WIRE_CORE_PIECES_H_

#include <cstddef>
#include <cstdint>

#include "class_runs.h"
#include "memory.h"
#include "status.h"

namespace harmony {

// Class of every code point, a megabyte: one read tells it. Lone surrogates are what U+FFFD is (kOther).
class Classes {
 public:
  Status open();
  Class of(uint32_t point) const { return static_cast<Class>(classes_[point]); }

 private:
  Growable<uint8_t> classes_;
};

class Pieces {
 public:
  Pieces(const Classes& classes, const char16_t* text, size_t length)
      : classes_(classes), text_(text), length_(length) {}

  // End of the piece that begins at `start`, which must be below the length. Linear over the whole text.
  size_t end_of(size_t start) const;

 private:
  // A character: its class and its units. At the end of the text `units` is 0 and the class none of Class.
  struct At {
    Class kind;
    uint8_t units;
  };
  static constexpr Class kNone = static_cast<Class>(0);

  At at(size_t i) const;
  size_t word_end(size_t start, At first) const;
  size_t mixed_end(size_t from) const;
  size_t upper_end(size_t from) const;
  size_t contraction_end(size_t from) const;
  size_t number_end(size_t start) const;
  size_t other_end(size_t start) const;
  size_t space_end(size_t start) const;
  // The unit, a small ASCII letter for a capital one; 0 beyond the end.
  char16_t small(size_t i) const;

  const Classes& classes_;
  const char16_t* const text_;
  const size_t length_;
};

}  // namespace harmony

#endif  // HARMONY_WIRE_CORE_PIECES_H_
