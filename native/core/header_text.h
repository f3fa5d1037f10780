// The bytes of one header while it is read: UTF-8 decoded byte by byte as the WHATWG decoder does (one U+FFFD per
// maximal bad subpart), also across tokens, with 0xFE and 0xFF for channel and constrain tokens. Text beyond the
// limit is refused by whole characters.
#ifndef HARMONY_WIRE_CORE_HEADER_TEXT_H_
#define HARMONY_WIRE_CORE_HEADER_TEXT_H_

#include "memory.h"

namespace harmony {

class HeaderText {
 public:
  enum class Result : uint8_t { kTaken, kBeyondLimit, kOutOfMemory };

  // What did not fit: the bytes of the first such character, then the input from `rest` on.
  struct Excess {
    uint8_t lead[4];
    uint8_t lead_length;
    size_t rest;
  };

  explicit HeaderText(uint32_t limit) : limit_(limit) {}

  void begin();
  [[nodiscard]] Result append(const uint8_t* bytes, size_t length, Excess* excess);
  // A half character never crosses a special token.
  [[nodiscard]] Result flush(Excess* excess);
  [[nodiscard]] bool mark(uint8_t marker) { return bytes_.push(marker); }

  const uint8_t* data() const { return bytes_.data(); }
  size_t size() const { return bytes_.size(); }
  // Neither text, finished or not, nor a marker.
  bool is_empty() const { return bytes_.size() == 0 && waiting_ == 0; }
  // Some bytes in it are U+FFFD for what was no UTF-8.
  bool is_invalid() const { return invalid_; }

 private:
  Result put(const uint8_t* bytes, size_t length);
  Result put_bad();
  Result give_up(Result result, Excess* excess, size_t rest);

  const uint32_t limit_;
  Growable<uint8_t> bytes_;
  // Bytes of text so far; markers are not counted.
  uint64_t text_bytes_ = 0;
  bool invalid_ = false;
  // The beginning of a character, valid so far.
  uint8_t character_[4] = {};
  uint8_t waiting_ = 0;
};

}  // namespace harmony

#endif  // HARMONY_WIRE_CORE_HEADER_TEXT_H_
