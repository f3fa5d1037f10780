// Runs the core every way it can be run over the same sequences and holds each result against the oracle's.
#ifndef HARMONY_WIRE_TEST_COMPARE_H_
#define HARMONY_WIRE_TEST_COMPARE_H_

#include "oracle.h"

namespace harmony::test {

struct Case {
  std::vector<std::vector<uint32_t>> sequences;
  bool given;
  uint32_t max_header_bytes;
  // Where the first sequence is cut, and how blocks are dealt out to workers.
  std::vector<uint32_t> cuts;
  uint32_t workers;
};

// Prints what differs and returns false if anything does. Arrays are exactly as large as they must be, so that a
// sanitizer sees any step beyond.
bool check(const TestVocabulary& vocabulary, const Case& input);

// The same for strings.
bool check_utf16(const std::string& bytes);

}  // namespace harmony::test

#endif  // HARMONY_WIRE_TEST_COMPARE_H_
