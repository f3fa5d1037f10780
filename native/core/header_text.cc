#include "header_text.h"

#include "utf8.h"
#include "vocabulary.h"

namespace harmony {

namespace {

constexpr uint64_t kHighBits = 0x8080808080808080;

bool is_ascii(const uint8_t* bytes, size_t length) {
  if (length >= 8) {
    // The first words, then the last eight bytes, some of them twice.
    for (size_t i = 0; i + 8 < length; i += 8) {
      if ((load_u64(bytes + i) & kHighBits) != 0) return false;
    }
    return (load_u64(bytes + length - 8) & kHighBits) == 0;
  }
  uint8_t all = 0;
  for (size_t i = 0; i < length; i++) all |= bytes[i];
  return all < 0x80;
}

}  // namespace

void HeaderText::begin() {
  bytes_.clear();
  text_bytes_ = 0;
  invalid_ = false;
  waiting_ = 0;
}

HeaderText::Result HeaderText::append(const uint8_t* bytes, size_t length, Excess* excess) {
  // Nearly all header text: whole tokens of ASCII that fit.
  if (waiting_ == 0 && text_bytes_ + length <= limit_ && is_ascii(bytes, length)) {
    text_bytes_ += length;
    return bytes_.append(bytes, length) ? Result::kTaken : Result::kOutOfMemory;
  }
  size_t i = 0;
  while (i < length) {
    const uint8_t byte = bytes[i];
    if (waiting_ > 0 && !utf8_continues(character_[0], waiting_, byte)) {
      if (const Result result = put_bad(); result != Result::kTaken) return give_up(result, excess, i);
      continue;
    }
    character_[waiting_++] = byte;
    i++;
    const uint8_t whole = utf8_length(character_[0]);
    if (waiting_ < whole) continue;
    const Result result = whole == 0 ? put_bad() : put(character_, whole);
    if (result != Result::kTaken) return give_up(result, excess, i);
    waiting_ = 0;
  }
  return Result::kTaken;
}

HeaderText::Result HeaderText::flush(Excess* excess) {
  if (waiting_ == 0) return Result::kTaken;
  const Result result = put_bad();
  return result == Result::kTaken ? result : give_up(result, excess, 0);
}

HeaderText::Result HeaderText::put(const uint8_t* bytes, size_t length) {
  if (text_bytes_ + length > limit_) return Result::kBeyondLimit;
  if (!bytes_.append(bytes, length)) return Result::kOutOfMemory;
  text_bytes_ += length;
  return Result::kTaken;
}

HeaderText::Result HeaderText::put_bad() {
  const Result result = put(kReplacement, sizeof kReplacement);
  if (result != Result::kTaken) return result;
  invalid_ = true;
  waiting_ = 0;
  return result;
}

HeaderText::Result HeaderText::give_up(Result result, Excess* excess, size_t rest) {
  std::memcpy(excess->lead, character_, sizeof character_);
  excess->lead_length = waiting_;
  excess->rest = rest;
  waiting_ = 0;
  return result;
}

}  // namespace harmony
