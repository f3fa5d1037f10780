#include "run.h"

namespace harmony {

bool copy_exactly(Output& output, const uint8_t* bytes, size_t length) {
  if (static_cast<size_t>(output.end - output.at) < length) return false;
  std::memcpy(output.at, bytes, length);
  uint8_t all = 0;
  for (size_t i = 0; i < length; i++) all |= output.at[i];
  output.wide |= all >= 0x80;
  output.at += length;
  return true;
}

namespace {

// How many tokens can be copied 16 bytes at a time without looking at the end of the output again: each takes at most
// 15 bytes and overwrites at most 16.
size_t safe_count(const Ids& ids, size_t taken, const Output& output) {
  const size_t room = static_cast<size_t>(output.end - output.at) / kSlotBytes;
  const size_t left = ids.count - taken;
  return room < left ? room : left;
}

// Takes ids as long as they are ordinary tokens of at most 15 bytes. True if one that is not stopped it: it is in `id`.
template <class Lane, bool kPrefetch>
inline bool copy_until(const Vocabulary& vocabulary, const uint32_t* ids, size_t until, size_t& taken, Output& output,
                       uint32_t& id) {
  const uint8_t* const slots = vocabulary.slots();
  size_t i = taken;
  uint8_t* at = output.at;
  Lane all;
  bool stopped = false;
  for (; i < until; i++) {
    if constexpr (kPrefetch) Vocabulary::prefetch(slots, load_once(ids + i + kAhead));
    id = load_once(ids + i);
    stopped = true;
    if (id >= kTokenCount) break;
    const uint8_t* const slot = Vocabulary::slot(slots, id);
    const uint8_t tag = slot[kTagAt];
    if (tag > kTagAt) break;
    stopped = false;
    const Lane bytes = Lane::load(slot);
    bytes.store(at);
    all.add(bytes);
    at += tag;
  }
  taken = i;
  output.at = at;
  output.wide |= !all.is_ascii();
  return stopped;
}

// Counts tokens four at a time, as long as one check covers all four; returns where it stopped.
inline size_t count_fours(const uint8_t* lengths, const Ids& ids, size_t i, uint64_t& bytes) {
  uint64_t sum = 0;
  for (; i + 4 <= ids.count; i += 4) {
    const uint32_t a = load_once(ids.at + i);
    const uint32_t b = load_once(ids.at + i + 1);
    const uint32_t c = load_once(ids.at + i + 2);
    const uint32_t d = load_once(ids.at + i + 3);
    if ((a | b | c | d) >= Vocabulary::kLengths) break;
    if ((lengths[a] | lengths[b] | lengths[c] | lengths[d]) >= Vocabulary::kNoLength) break;
    sum += uint64_t{lengths[a]} + lengths[b] + lengths[c] + lengths[d];
  }
  bytes += sum;
  return i;
}

}  // namespace

template <class Lane>
RunEnd copy_run(const Vocabulary& vocabulary, Ids ids, Output& output) {
  // Below this index the id to prefetch may be read.
  const size_t far = ids.readable > kAhead ? ids.readable - kAhead : 0;
  size_t i = 0;
  while (i < ids.count) {
    uint32_t id = 0;
    const size_t safe = i + safe_count(ids, i, output);
    const size_t ahead = safe < far ? safe : far;
    const bool stopped = (i < ahead && copy_until<Lane, true>(vocabulary, ids.at, ahead, i, output, id)) ||
                         copy_until<Lane, false>(vocabulary, ids.at, safe, i, output, id);
    if (!stopped) {
      if (i == ids.count) break;
      if (safe_count(ids, i, output) > 0) continue;
      id = load_once(ids.at + i);
    }
    const Token token = vocabulary.look_up(id);
    if (token.kind != Kind::kText) return {Stop::kSpecial, id, i + 1};
    if (!copy_exactly(output, token.bytes, token.length)) return {Stop::kFull, id, i};
    i++;
  }
  return {Stop::kDone, 0, i};
}

RunEnd count_run(const Vocabulary& vocabulary, Ids ids, uint64_t& bytes) {
  const uint8_t* const lengths = vocabulary.lengths();
  size_t i = 0;
  while (i < ids.count) {
    i = count_fours(lengths, ids, i, bytes);
    // One at a time, past what stopped it.
    for (bool rare = false; i < ids.count && !rare; i++) {
      const uint32_t id = load_once(ids.at + i);
      rare = id >= Vocabulary::kLengths || lengths[id] >= Vocabulary::kNoLength;
      if (!rare) {
        bytes += lengths[id];
        continue;
      }
      const Token token = vocabulary.look_up(id);
      if (token.kind != Kind::kText) return {Stop::kSpecial, id, i + 1};
      bytes += token.length;
    }
  }
  return {Stop::kDone, 0, i};
}

template RunEnd copy_run<ScalarLane>(const Vocabulary&, Ids, Output&);
#if defined(HARMONY_WIRE_SSE2) || defined(HARMONY_WIRE_NEON)
template RunEnd copy_run<FastLane>(const Vocabulary&, Ids, Output&);
#endif

}  // namespace harmony
