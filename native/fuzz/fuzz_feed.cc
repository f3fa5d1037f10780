// libFuzzer target: the input chooses ids, cuts, options and workers; whole, cut, one pass and two passes must all give
// what the oracle gives (test/compare.h). `native/ci.mjs` runs it for a minute on the kept corpus.
#include <cstdlib>

#include "../core/table.h"
#include "../test/compare.h"

namespace {

using harmony::test::Case;
using harmony::test::TestVocabulary;

constexpr uint32_t kSpecials[] = {200006, 200005, 200003, 200008, 200007, 200002, 200012,     199999,
                                  199998, 200001, 200013, 201088, 201089, 262144, 4294967295u};

// A plain letter that is worth less than more sequences.
constexpr uint32_t kNewSequence = '#';

class Reader {
 public:
  Reader(const uint8_t* data, size_t size) : data_(data), size_(size) {}

  bool is_empty() const { return at_ >= size_; }
  uint8_t byte() { return is_empty() ? 0 : data_[at_++]; }
  // One byte for what matters most: specials and single bytes. Three for any other id.
  uint32_t id() {
    const uint8_t first = byte();
    if (first < std::size(kSpecials)) return kSpecials[first];
    if (first < 0x20) return (uint32_t{byte()} << 8 | byte()) * 3 % harmony::kOrdinaryCount;
    return first;
  }

 private:
  const uint8_t* data_;
  size_t size_;
  size_t at_ = 0;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const TestVocabulary vocabulary;
  Reader reader(data, size);
  const uint32_t options = reader.byte();
  Case input = {{{}}, (options & 1) != 0, (options & 2) != 0 ? 1024u : 1u + reader.byte() % 48u, {}, options >> 4};
  for (uint32_t i = 0, count = options >> 2 & 3; i < count; i++) input.cuts.push_back(1u + reader.byte() % 32u);
  while (!reader.is_empty()) {
    const uint32_t id = reader.id();
    if (id == kNewSequence)
      input.sequences.emplace_back();
    else
      input.sequences.back().push_back(id);
  }
  if (!harmony::test::check(vocabulary, input)) std::abort();
  if (!harmony::test::check_utf16(std::string(data, data + size))) std::abort();
  return 0;
}
