// Sixteen bytes at once: SSE2, NEON, or two plain words. The plain one is always built and can be forced, so that the
// others can be held against it.
#ifndef HARMONY_WIRE_CORE_LANE_H_
#define HARMONY_WIRE_CORE_LANE_H_

#include <cstdint>
#include <cstring>

#if defined(__SSE2__) || defined(_M_X64)
#define HARMONY_WIRE_SSE2 1
#include <emmintrin.h>
#elif defined(__ARM_NEON) || defined(_M_ARM64)
#define HARMONY_WIRE_NEON 1
#include <arm_neon.h>
#endif

namespace harmony {

class ScalarLane {
 public:
  static constexpr const char* kName = "scalar";

  static ScalarLane load(const uint8_t* at) {
    ScalarLane lane;
    std::memcpy(lane.words_, at, sizeof lane.words_);
    return lane;
  }
  void store(uint8_t* at) const { std::memcpy(at, words_, sizeof words_); }
  void add(ScalarLane other) {
    words_[0] |= other.words_[0];
    words_[1] |= other.words_[1];
  }
  bool is_ascii() const { return ((words_[0] | words_[1]) & 0x8080808080808080) == 0; }
  // Sixteen bytes as sixteen UTF-16 units.
  void widen(char16_t* to) const {
    uint8_t bytes[16];
    store(bytes);
    for (int i = 0; i < 16; i++) to[i] = bytes[i];
  }

 private:
  uint64_t words_[2] = {};
};

#if defined(HARMONY_WIRE_SSE2)

class FastLane {
 public:
  static constexpr const char* kName = "sse2";

  static FastLane load(const uint8_t* at) {
    FastLane lane;
    lane.bits_ = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
    return lane;
  }
  void store(uint8_t* at) const { _mm_storeu_si128(reinterpret_cast<__m128i*>(at), bits_); }
  void add(FastLane other) { bits_ = _mm_or_si128(bits_, other.bits_); }
  bool is_ascii() const { return _mm_movemask_epi8(bits_) == 0; }
  void widen(char16_t* to) const {
    const __m128i zero = _mm_setzero_si128();
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to), _mm_unpacklo_epi8(bits_, zero));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to + 8), _mm_unpackhi_epi8(bits_, zero));
  }

 private:
  __m128i bits_ = _mm_setzero_si128();
};

#elif defined(HARMONY_WIRE_NEON)

class FastLane {
 public:
  static constexpr const char* kName = "neon";

  static FastLane load(const uint8_t* at) {
    FastLane lane;
    lane.bits_ = vld1q_u8(at);
    return lane;
  }
  void store(uint8_t* at) const { vst1q_u8(at, bits_); }
  void add(FastLane other) { bits_ = vorrq_u8(bits_, other.bits_); }
  bool is_ascii() const { return vmaxvq_u8(bits_) < 0x80; }
  void widen(char16_t* to) const {
    uint16_t* const units = reinterpret_cast<uint16_t*>(to);
    vst1q_u16(units, vmovl_u8(vget_low_u8(bits_)));
    vst1q_u16(units + 8, vmovl_u8(vget_high_u8(bits_)));
  }

 private:
  uint8x16_t bits_ = vdupq_n_u8(0);
};

#else

using FastLane = ScalarLane;

#endif

}  // namespace harmony

#endif  // HARMONY_WIRE_CORE_LANE_H_
