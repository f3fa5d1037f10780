// Text to ids of ordinary tokens: cut into pieces, each merged by itself. No text can become a special token.
#ifndef HARMONY_WIRE_CORE_ENCODER_H_
#define HARMONY_WIRE_CORE_ENCODER_H_

#include "memory.h"
#include "pieces.h"
#include "ranks.h"
#include "status.h"
#include "vocabulary.h"

namespace harmony {

class Encoder {
 public:
  // Bytes of UTF-8 of one piece, as in lib/render/encode: merging needs 40 bytes of memory for each.
  static constexpr size_t kMaxPieceBytes = size_t{4} << 20;

  // Makes the tables. The vocabulary must outlive this.
  Status open(const Vocabulary& vocabulary);

  // Appends the ids. Lone surrogates become U+FFFD. Time is linear but for the logarithm of the longest piece.
  // kPieceTooLong: nothing was encoded behind the piece that `piece_bytes` tells the length of.
  Status encode(const char16_t* text, size_t length, Growable<uint32_t>& ids);
  size_t piece_bytes() const { return piece_bytes_; }

  // Frees what a long piece needed.
  void trim();

 private:
  // Up to here the best pair is looked for anew after each merge: less work than a heap.
  static constexpr size_t kShort = 64;

  Status encode_piece(const char16_t* text, size_t length, Growable<uint32_t>& ids);
  Status merge(const uint8_t* bytes, size_t length, Growable<uint32_t>& ids);
  Status merge_short(const uint8_t* bytes, size_t length, Growable<uint32_t>& ids);
  Status merge_long(const uint8_t* bytes, size_t length, Growable<uint32_t>& ids);
  bool rate(const uint8_t* bytes, size_t length, uint32_t at);

  // A part of a long piece, by where it begins.
  struct Part {
    uint32_t next;
    uint32_t previous;
    uint32_t id;
    // Id that the part becomes with the one behind it.
    uint32_t pair;
  };
  // Pairs of parts that were there when they were put in: lowest rank first, then leftmost.
  class Heap {
   public:
    [[nodiscard]] bool push(uint64_t entry);
    uint64_t pop();
    bool is_empty() const { return size_ == 0; }
    void clear() { size_ = 0; }
    void release() { entries_.release(); }

   private:
    Growable<uint64_t> entries_;
    size_t size_ = 0;
  };

  Classes classes_;
  Ranks ranks_;
  Growable<uint8_t> bytes_;
  Growable<Part> parts_;
  Heap heap_;
  size_t piece_bytes_ = 0;
  // Longest piece since `trim`.
  size_t longest_ = 0;
};

}  // namespace harmony

#endif  // HARMONY_WIRE_CORE_ENCODER_H_
