#include "vocabulary.h"

#include <cstring>

#include "../core/table.h"

namespace harmony::test {

namespace {

Kind kind_of(uint32_t id) {
  switch (id) {
    case 199999:
      return Kind::kEndOfText;
    case 200002:
      return Kind::kReturn;
    case 200003:
      return Kind::kConstrain;
    case 200005:
      return Kind::kChannel;
    case 200006:
      return Kind::kStart;
    case 200007:
      return Kind::kEnd;
    case 200008:
      return Kind::kMessage;
    case 200012:
      return Kind::kCall;
    default:
      return id < kOrdinaryCount ? Kind::kText : Kind::kReserved;
  }
}

std::string text_of(uint32_t id) {
  if (id < 256) return std::string(1, static_cast<char>(id));
  static const std::string kParts[] = {"a",        "bc ",          "\xc3\xa9", "\xe4\xbd\xa0",     "\xe4\xbd",
                                       "\xa0",     "\xf0\x9f\x98", "\x80",     "\xf0\x9f\x98\x80", "\xed\xa0\x80",
                                       "\xc0\xaf", "\xef\xbb\xbf", "\xfe",     "assistant",        "\xff"};
  constexpr size_t kCount = sizeof kParts / sizeof kParts[0];
  std::string text;
  const size_t length = 1 + id % 128;
  for (uint32_t rest = id; text.size() < length; rest = rest * 2654435761u + 17) text += kParts[(rest >> 7) % kCount];
  return text.substr(0, length);
}

// Every string of two to four of these bytes, some longer ones and runs of one byte, in no order of length: whichever
// pair merges first decides what can follow. Of equal texts the lowest id counts.
std::string mergeable_text_of(uint32_t id) {
  if (id < 256) return std::string(1, static_cast<char>(id));
  constexpr uint32_t kMade = kOrdinaryCount - 256;
  static const std::string kBytes = "abAs' \n1!/\xe6\x97\xa5\xc3\xa9\xcc\x81\xf0\x9f\x8e";
  const uint32_t size = static_cast<uint32_t>(kBytes.size());
  const uint32_t mixed = id * 2654435761u >> 8;
  if (mixed % 3 == 0) return std::string(5 + mixed / 3 % 124, kBytes[mixed / 400 % size]);
  // The factor shares no divisor with kMade, so that each number comes once.
  uint32_t rest = static_cast<uint32_t>(uint64_t{id - 256} * 48271 % kMade);
  size_t length = 2;
  for (uint32_t count = size * size; rest >= count; count *= size, length++) rest -= count;
  std::string text;
  for (; length-- > 0; rest /= size) text += kBytes[rest % size];
  return text;
}

void put_u32(std::vector<uint8_t>& file, size_t at, uint32_t value) {
  std::memcpy(&file[at], &value, sizeof value);
}

}  // namespace

TestVocabulary::TestVocabulary() : TestVocabulary(text_of) {}

TestVocabulary TestVocabulary::mergeable() {
  return TestVocabulary(mergeable_text_of);
}

TestVocabulary::TestVocabulary(std::string (*text_of)(uint32_t)) {
  for (uint32_t id = 0; id < kTokenCount; id++) {
    tokens_.push_back(id < kOrdinaryCount ? text_of(id) : "<|special_" + std::to_string(id) + "|>");
  }
  std::string rest;
  file_.resize(16 + size_t{kTokenCount} * kSlotBytes);
  std::memcpy(file_.data(), "HWVOCAB1", 8);
  for (uint32_t id = 0; id < kTokenCount; id++) {
    const std::string& token = tokens_[id];
    const size_t slot = 16 + size_t{id} * kSlotBytes;
    const Kind kind = kind_of(id);
    if (kind == Kind::kText && token.size() <= kTagAt) {
      std::memcpy(&file_[slot], token.data(), token.size());
      file_[slot + kTagAt] = static_cast<uint8_t>(token.size());
      continue;
    }
    put_u32(file_, slot, static_cast<uint32_t>(rest.size()));
    put_u32(file_, slot + 4, static_cast<uint32_t>(token.size()));
    file_[slot + kTagAt] = static_cast<uint8_t>(kRareTag + static_cast<uint8_t>(kind));
    rest += token;
  }
  put_u32(file_, 8, kTokenCount);
  put_u32(file_, 12, static_cast<uint32_t>(rest.size()));
  file_.insert(file_.end(), rest.begin(), rest.end());
  file_.shrink_to_fit();
}

}  // namespace harmony::test
