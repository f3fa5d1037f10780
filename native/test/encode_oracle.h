// What the encoder must give, written as plainly as possible: the o200k pattern alternative by alternative with its
// backtracking, the best pair looked for anew after each merge. It shares the runs of classes with the core, no more.
#ifndef HARMONY_WIRE_TEST_ENCODE_ORACLE_H_
#define HARMONY_WIRE_TEST_ENCODE_ORACLE_H_

#include <map>
#include <string>
#include <vector>

#include "../core/encoder.h"
#include "vocabulary.h"

namespace harmony::test {

class EncodeCheck {
 public:
  EncodeCheck();

  bool is_open() const { return open_; }
  // Prints what differs and returns false if anything does. Time quadratic in the text.
  bool check(const std::u16string& text);

 private:
  std::vector<uint32_t> encode_naively(const std::u16string& text) const;
  std::vector<uint32_t> merge_naively(const std::string& bytes) const;

  const TestVocabulary file_ = TestVocabulary::mergeable();
  std::map<std::string, uint32_t> ids_;
  Vocabulary vocabulary_;
  Encoder encoder_;
  bool open_ = false;
};

}  // namespace harmony::test

#endif  // HARMONY_WIRE_TEST_ENCODE_ORACLE_H_
