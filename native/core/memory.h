// Reads of memory that others may change at any time, and growing arrays that report failure instead of throwing.
#ifndef HARMONY_WIRE_CORE_MEMORY_H_
#define HARMONY_WIRE_CORE_MEMORY_H_

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <type_traits>
#include <utility>

namespace harmony {

// One read that the compiler may neither repeat nor split: a check of the value holds for every later use of it.
inline uint32_t load_once(const uint32_t* at) {
#if defined(_MSC_VER) && !defined(__clang__)
  return *static_cast<const volatile uint32_t*>(at);
#else
  return __atomic_load_n(at, __ATOMIC_RELAXED);
#endif
}

inline uint32_t load_u32(const uint8_t* at) {
  uint32_t value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

inline uint64_t load_u64(const uint8_t* at) {
  uint64_t value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

// A vector of plain values; `false` from `reserve` and `push` means that there is no memory.
template <class T>
class Growable {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  Growable() = default;
  Growable(const Growable&) = delete;
  Growable& operator=(const Growable&) = delete;
  ~Growable() { std::free(items_); }

  [[nodiscard]] bool reserve(size_t capacity) {
    if (capacity <= capacity_) return true;
    size_t wanted = capacity_ < 16 ? 16 : capacity_ * 2;
    if (wanted < capacity) wanted = capacity;
    if (wanted > SIZE_MAX / sizeof(T)) return false;
    void* const items = std::realloc(items_, wanted * sizeof(T));
    if (!items) return false;
    items_ = static_cast<T*>(items);
    capacity_ = wanted;
    return true;
  }
  [[nodiscard]] bool push(T item) {
    if (size_ == capacity_ && !reserve(size_ + 1)) return false;
    items_[size_++] = item;
    return true;
  }
  [[nodiscard]] bool append(const T* items, size_t count) {
    if (!reserve(size_ + count)) return false;
    if (count > 0) std::memcpy(items_ + size_, items, count * sizeof(T));
    size_ += count;
    return true;
  }
  void swap(Growable& other) {
    std::swap(items_, other.items_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
  }
  void clear() { size_ = 0; }
  void release() {
    std::free(items_);
    items_ = nullptr;
    size_ = capacity_ = 0;
  }

  size_t size() const { return size_; }
  T* data() { return items_; }
  const T* data() const { return items_; }
  T& operator[](size_t i) { return items_[i]; }
  const T& operator[](size_t i) const { return items_[i]; }

 private:
  T* items_ = nullptr;
  size_t size_ = 0;
  size_t capacity_ = 0;
};

}  // namespace harmony

#endif  // HARMONY_WIRE_CORE_MEMORY_H_
