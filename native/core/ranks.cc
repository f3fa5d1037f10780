#include "ranks.h"

namespace harmony {

namespace {

// A token of up to kTagAt bytes as it lies in its slot: the bytes, zeros, the length.
struct Key {
  uint64_t low;
  uint64_t high;
};

inline Key key_of(const uint8_t* bytes, size_t length) {
  Key key = {load_u64(bytes), 0};
  if (length < 8) {
    key.low &= (uint64_t{1} << 8 * length) - 1;
  } else if (length > 8) {
    key.high = load_u64(bytes + 8) & ((uint64_t{1} << 8 * (length - 8)) - 1);
  }
  key.high |= uint64_t{length} << 56;
  return key;
}

// The upper 19 bits choose the entry, the 32 below are its tag.
inline uint64_t hash_of(const Key& key) {
  const uint64_t hash = key.low * 0x9e3779b97f4a7c15 ^ key.high * 0xd6e8feb86659fd93;
  return (hash ^ hash >> 32) * 0xff51afd7ed558ccd;
}

inline uint64_t hash_of(const uint8_t* bytes, size_t length) {
  if (length <= kTagAt) return hash_of(key_of(bytes, length));
  uint64_t hash = length;
  for (size_t at = 0; at + 8 <= length; at += 8) hash = hash_of({hash, load_u64(bytes + at)});
  return hash_of({hash, load_u64(bytes + length - 8)});
}

inline uint32_t tag_of(uint64_t hash) {
  return static_cast<uint32_t>(hash >> 13);
}

}  // namespace

Status Ranks::open(const Vocabulary& vocabulary) {
  vocabulary_ = &vocabulary;
  if (!entries_.reserve(kEntries)) return Status::kOutOfMemory;
  std::memset(entries_.data(), 0, kEntries * sizeof(Entry));
  for (uint32_t id = 0; id < kOrdinaryCount; id++) {
    const Token token = vocabulary.look_up(id);
    if (token.kind != Kind::kText || token.length == 0 || token.length > kLongestToken) continue;
    // A copy, because a look-up may read behind the end.
    uint8_t bytes[kLongestToken + kSpare] = {};
    std::memcpy(bytes, token.bytes, token.length);
    if (!put(id, bytes, token.length)) return Status::kInvalidVocabulary;
  }
  for (int byte = 0; byte < 256; byte++) {
    const uint8_t bytes[1 + kSpare] = {static_cast<uint8_t>(byte)};
    of_byte_[byte] = find(bytes, 1);
    if (of_byte_[byte] == kNoRank) return Status::kInvalidVocabulary;
  }
  return Status::kOk;
}

// Of equal tokens the first one counts.
bool Ranks::put(uint32_t id, const uint8_t* bytes, size_t length) {
  const uint64_t hash = hash_of(bytes, length);
  Entry* const entries = entries_.data();
  uint32_t i = static_cast<uint32_t>(hash >> 45);
  for (; entries[i].next != 0; i = (i + 1) % kEntries) {
    if (entries[i].tag == tag_of(hash) && holds(entries[i].next - 1, bytes, length)) return true;
  }
  entries[i] = {tag_of(hash), id + 1};
  return true;
}

inline bool Ranks::holds(uint32_t id, const uint8_t* bytes, size_t length) const {
  if (length <= kTagAt) {
    const Key key = key_of(bytes, length);
    const uint8_t* const slot = Vocabulary::slot(vocabulary_->slots(), id);
    return load_u64(slot) == key.low && load_u64(slot + 8) == key.high;
  }
  const Token token = vocabulary_->look_up(id);
  return token.length == length && std::memcmp(token.bytes, bytes, length) == 0;
}

uint32_t Ranks::find(const uint8_t* bytes, size_t length) const {
  const uint64_t hash = hash_of(bytes, length);
  const Entry* const entries = entries_.data();
  for (uint32_t i = static_cast<uint32_t>(hash >> 45); entries[i].next != 0; i = (i + 1) % kEntries) {
    if (entries[i].tag == tag_of(hash) && holds(entries[i].next - 1, bytes, length)) return entries[i].next - 1;
  }
  return kNoRank;
}

}  // namespace harmony
