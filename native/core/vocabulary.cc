#include "vocabulary.h"

namespace harmony {

namespace {

constexpr uint8_t kMagic[8] = {'H', 'W', 'V', 'O', 'C', 'A', 'B', '1'};
constexpr size_t kHeaderBytes = 16;

}  // namespace

Status Vocabulary::open(const uint8_t* file, size_t length) {
  constexpr size_t kSlotsEnd = kHeaderBytes + size_t{kTokenCount} * kSlotBytes;
  if (length < kSlotsEnd || std::memcmp(file, kMagic, sizeof kMagic) != 0) return Status::kInvalidVocabulary;
  const uint32_t rest_bytes = load_u32(file + 12);
  if (load_u32(file + 8) != kTokenCount || length - kSlotsEnd < rest_bytes) return Status::kInvalidVocabulary;
  if (!lengths_.reserve(kLengths)) return Status::kOutOfMemory;

  slots_ = file + kHeaderBytes;
  rest_ = file + kSlotsEnd;
  rest_bytes_ = rest_bytes;
  lengths_.clear();
  for (uint32_t id = 0; id < kLengths; id++) {
    const Token token = look_up(id);
    const bool plain = token.kind == Kind::kText && token.length < kNoLength;
    if (!lengths_.push(plain ? static_cast<uint8_t>(token.length) : kNoLength)) return Status::kOutOfMemory;
  }
  return Status::kOk;
}

Token Vocabulary::look_up(uint32_t id) const {
  constexpr Token kUnknown = {Kind::kUnknown, kReplacement, sizeof kReplacement};
  if (id >= kTokenCount) return kUnknown;
  const uint8_t* const at = slot(slots_, id);
  const uint8_t tag = at[kTagAt];
  if (tag <= kTagAt) return {Kind::kText, at, tag};
  if (tag < kRareTag || tag > kRareTag + static_cast<uint8_t>(Kind::kReserved)) return kUnknown;
  const uint32_t offset = load_u32(at);
  const uint32_t length = load_u32(at + 4);
  if (offset > rest_bytes_ || length > rest_bytes_ - offset) return kUnknown;
  return {static_cast<Kind>(tag - kRareTag), rest_ + offset, length};
}

}  // namespace harmony
