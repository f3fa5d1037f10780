// What the core must give, written as plainly as possible: no table, no state that is carried on where it can be
// worked out anew, quadratic where that is simpler. It shares nothing with the core but the names of the numbers.
#ifndef HARMONY_WIRE_TEST_ORACLE_H_
#define HARMONY_WIRE_TEST_ORACLE_H_

#include <string>
#include <vector>

#include "vocabulary.h"

namespace harmony::test {

struct OracleRow {
  uint32_t form, flags, end, start, body, close;
  std::string header, content;

  bool operator==(const OracleRow&) const = default;
};

struct OracleMark {
  uint32_t token, id, offset;

  bool operator==(const OracleMark&) const = default;
};

struct OracleSequence {
  std::vector<OracleRow> rows;
  std::vector<OracleMark> marks;
  uint32_t length;

  bool operator==(const OracleSequence&) const = default;
};

OracleSequence parse_naively(const TestVocabulary& vocabulary, const std::vector<uint32_t>& ids, bool given,
                             uint32_t max_header_bytes);

// WHATWG decoding, one character or maximal bad subpart after the other.
std::u16string decode_naively(const std::string& bytes);

}  // namespace harmony::test

#endif  // HARMONY_WIRE_TEST_ORACLE_H_
