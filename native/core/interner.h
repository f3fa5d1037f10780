// Numbers distinct headers by first appearance, from 1; 0 is the empty header. The hash is keyed: headers are written
// by models and users, and a table that can be flooded would cost quadratic time.
#ifndef HARMONY_WIRE_CORE_INTERNER_H_
#define HARMONY_WIRE_CORE_INTERNER_H_

#include "memory.h"

namespace harmony {

class Interner {
 public:
  static constexpr uint32_t kFailed = UINT32_MAX;

  explicit Interner(uint64_t key = 0) : key_(key) {}

  void set_key(uint64_t key) { key_ = key; }
  // The number of a header; kFailed if there is no memory or more than 2^32 - 1 bytes in all.
  uint32_t intern(const uint8_t* bytes, size_t length);
  void clear();
  void swap(Interner& other);

  // With the empty header.
  uint32_t count() const { return static_cast<uint32_t>(ends_.size()) + 1; }
  uint32_t bytes() const { return static_cast<uint32_t>(bytes_.size()); }
  const uint8_t* data() const { return bytes_.data(); }
  uint32_t begin_of(uint32_t header) const { return header < 2 ? 0 : ends_[header - 2]; }
  uint32_t end_of(uint32_t header) const { return header == 0 ? 0 : ends_[header - 1]; }

 private:
  struct Entry {
    uint32_t hash;
    // 0: free.
    uint32_t header;
  };

  uint64_t hash_of(const uint8_t* bytes, size_t length) const;
  bool grow();

  uint64_t key_;
  Growable<uint8_t> bytes_;
  Growable<uint32_t> ends_;
  // A power of two of entries, at most half of them taken.
  Growable<Entry> entries_;
  size_t mask_ = 0;
};

}  // namespace harmony

#endif  // HARMONY_WIRE_CORE_INTERNER_H_
