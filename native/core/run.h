// The hot loops: a run of ordinary tokens inside a message. All the time goes here; the state machine is only asked
// at special tokens, which share the one rare branch with the 0.3 % of tokens that do not fit a slot.
//
// A run reads each id once (a prefetch apart, whose address is never used) and never writes beyond `Output::end`.
#ifndef HARMONY_WIRE_CORE_RUN_H_
#define HARMONY_WIRE_CORE_RUN_H_

#include "lane.h"
#include "vocabulary.h"

namespace harmony {

struct Output {
  uint8_t* at = nullptr;
  // Bytes up to here may be overwritten with anything.
  uint8_t* end = nullptr;
  // Some byte since this was cleared was 0x80 or more.
  bool wide = false;
};

struct Ids {
  const uint32_t* at = nullptr;
  size_t count = 0;
  // Ids that may be read from `at` on, at least `count`: what lies behind a sequence is prefetched for the next one.
  size_t readable = 0;
};

// Why a run stopped.
enum class Stop : uint8_t {
  // All ids are taken.
  kDone,
  // The id in `id`, which is taken, is no ordinary token.
  kSpecial,
  kFull,
};

struct RunEnd {
  Stop stop;
  uint32_t id;
  size_t taken;
};

// 16 ids ahead is about 30 ns: a hit in the second-level cache, where most of the 3.2 MB of slots lie.
constexpr size_t kAhead = 16;

// Copies `length` bytes and no more; false if there is no room for them.
bool copy_exactly(Output& output, const uint8_t* bytes, size_t length);

template <class Lane>
RunEnd copy_run(const Vocabulary& vocabulary, Ids ids, Output& output);

// Adds the bytes of a run to `bytes` and copies nothing.
RunEnd count_run(const Vocabulary& vocabulary, Ids ids, uint64_t& bytes);

extern template RunEnd copy_run<ScalarLane>(const Vocabulary&, Ids, Output&);
#if defined(HARMONY_WIRE_SSE2) || defined(HARMONY_WIRE_NEON)
extern template RunEnd copy_run<FastLane>(const Vocabulary&, Ids, Output&);
#endif

}  // namespace harmony

#endif  // HARMONY_WIRE_CORE_RUN_H_
