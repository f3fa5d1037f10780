#include "whole_run.h"

#include "utf8.h"

namespace harmony {
namespace {

// Bytes at the end that are the beginning of a character, as incompleteTail in lib/wire/utf8.ts counts them.
size_t incomplete_tail(const uint8_t* bytes, size_t length) {
  for (size_t back = 1; back <= 3 && back <= length; back++) {
    const uint8_t lead = bytes[length - back];
    if ((lead & 0xc0) == 0x80) continue;
    if (utf8_length(lead) <= back) return 0;
    return back == 1 || utf8_continues(lead, 1, bytes[length - back + 1]) ? back : 0;
  }
  return 0;
}

}  // namespace

WholeRun copy_whole_run(const Vocabulary& vocabulary, Ids ids, uint8_t* bytes, size_t room) {
  Output output{bytes, bytes + room, false};
  const RunEnd end = copy_run<FastLane>(vocabulary, ids, output);
  size_t taken = end.stop == Stop::kSpecial ? end.taken - 1 : end.taken;
  size_t length = static_cast<size_t>(output.at - bytes);
  while (taken > 0 && output.wide && incomplete_tail(bytes, length) > 0) {
    // An id that changed since gives some other length: never more than there is.
    const size_t last = vocabulary.look_up(load_once(ids.at + --taken)).length;
    length -= last < length ? last : length;
  }
  return {taken, length, !output.wide};
}

}  // namespace harmony
