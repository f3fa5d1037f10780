// A run of ordinary tokens as bytes that end with a whole character: what a streaming parser makes a string of.
#ifndef HARMONY_WIRE_CORE_WHOLE_RUN_H_
#define HARMONY_WIRE_CORE_WHOLE_RUN_H_

#include "run.h"

namespace harmony {

struct WholeRun {
  // Ids that were taken.
  size_t taken;
  // Bytes written to the output.
  size_t length;
  bool ascii;
};

// Copies ordinary tokens up to the first other one (or until the output is full), then gives back tokens until the
// bytes end with a whole character, or one that is bad for certain.
WholeRun copy_whole_run(const Vocabulary& vocabulary, Ids ids, uint8_t* bytes, size_t room);

}  // namespace harmony

#endif  // HARMONY_WIRE_CORE_WHOLE_RUN_H_
