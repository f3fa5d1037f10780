// A vocabulary for tests: every single byte, halves of characters, tokens of all lengths up to 128, real ids for the
// specials. Made in memory, so that the core's tests need no file.
#ifndef HARMONY_WIRE_TEST_VOCABULARY_H_
#define HARMONY_WIRE_TEST_VOCABULARY_H_

#include <cstdint>
#include <string>
#include <vector>

namespace harmony::test {

class TestVocabulary {
 public:
  TestVocabulary();
  // The same, but ordinary tokens are strings over a few bytes that merge with one another.
  static TestVocabulary mergeable();

  // As lib/wire/vocabulary.ts lays it out, in memory of exactly its size.
  const std::vector<uint8_t>& file() const { return file_; }
  // Bytes of an ordinary token, name of a special one.
  const std::string& bytes(uint32_t id) const { return tokens_[id]; }

 private:
  explicit TestVocabulary(std::string (*text_of)(uint32_t));

  std::vector<std::string> tokens_;
  std::vector<uint8_t> file_;
};

}  // namespace harmony::test

#endif  // HARMONY_WIRE_TEST_VOCABULARY_H_
