#include "interner.h"

#include <utility>

namespace harmony {

namespace {

// Both halves of a 64 x 64 bit product, folded: each bit of the input reaches every bit of the result.
uint64_t mix(uint64_t a, uint64_t b) {
#if defined(__SIZEOF_INT128__)
  __extension__ using Wide = unsigned __int128;
  const Wide product = static_cast<Wide>(a) * b;
  return static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64);
#else
  const uint64_t low = a * (b | 1);
  return (low ^ (low >> 32)) * 0x9e3779b97f4a7c15 ^ ((a >> 32) * (b >> 32));
#endif
}

}  // namespace

uint64_t Interner::hash_of(const uint8_t* bytes, size_t length) const {
  uint64_t hash = key_ ^ (length * 0x9e3779b97f4a7c15);
  while (length > 8) {
    hash = mix(hash ^ load_u64(bytes), 0xa0761d6478bd642f ^ key_);
    bytes += 8;
    length -= 8;
  }
  uint64_t last = 0;
  std::memcpy(&last, bytes, length);
  return mix(hash ^ last, 0xe7037ed1a0b428db ^ key_);
}

uint32_t Interner::intern(const uint8_t* bytes, size_t length) {
  if (length == 0) return 0;
  if (ends_.size() * 2 >= entries_.size() && !grow()) return kFailed;
  const uint64_t wide = hash_of(bytes, length);
  const uint32_t hash = static_cast<uint32_t>(wide >> 32);
  size_t at = static_cast<size_t>(wide) & mask_;
  for (; entries_[at].header != 0; at = (at + 1) & mask_) {
    if (entries_[at].hash != hash) continue;
    const uint32_t header = entries_[at].header;
    const uint32_t from = begin_of(header);
    if (end_of(header) - from == length && std::memcmp(bytes_.data() + from, bytes, length) == 0) return header;
  }
  if (length > UINT32_MAX - bytes_.size() || ends_.size() >= UINT32_MAX - 2) return kFailed;
  if (!bytes_.append(bytes, length) || !ends_.push(static_cast<uint32_t>(bytes_.size()))) return kFailed;
  const uint32_t header = static_cast<uint32_t>(ends_.size());
  entries_[at] = {hash, header};
  return header;
}

void Interner::clear() {
  bytes_.release();
  ends_.release();
  entries_.release();
  mask_ = 0;
}

void Interner::swap(Interner& other) {
  bytes_.swap(other.bytes_);
  ends_.swap(other.ends_);
  entries_.swap(other.entries_);
  std::swap(mask_, other.mask_);
  std::swap(key_, other.key_);
}

bool Interner::grow() {
  const size_t size = entries_.size() == 0 ? 64 : entries_.size() * 2;
  if (!entries_.reserve(size)) return false;
  entries_.clear();
  for (size_t i = 0; i < size; i++) {
    if (!entries_.push({0, 0})) return false;
  }
  mask_ = size - 1;
  for (uint32_t header = 1; header < count(); header++) {
    const uint32_t from = begin_of(header);
    const uint64_t wide = hash_of(bytes_.data() + from, end_of(header) - from);
    size_t at = static_cast<size_t>(wide) & mask_;
    while (entries_[at].header != 0) at = (at + 1) & mask_;
    entries_[at] = {static_cast<uint32_t>(wide >> 32), header};
  }
  return true;
}

}  // namespace harmony
