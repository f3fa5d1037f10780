// Tests of the encoder as a plain program, for sanitizers and valgrind: texts by hand, then generated ones, each held
// against the oracle; limits; vocabularies that are broken. `encode_test [COUNT [SEED]]`.
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <random>

#include "encode_oracle.h"

namespace harmony::test {

namespace {

int failures = 0;

void expect(bool good, const char* name) {
  if (good) return;
  failures++;
  std::fprintf(stderr, "FAILED: %s\n", name);
}

const std::u16string kByHand[] = {
    u"",
    u"a",
    u" ",
    u"ab AB aB Ab's as's 'S 'ſ A'Re b'vE a'll ab'L 's",
    u"1 12 123 1234 1!2 11111111",
    u" \n \n\n a  b   !\n/\n ",
    u"!a !A !1 ! \n  ",
    u"\u65e5A\u65e5a\u65e5\u65e5 \u65e5's",
    u"\u0301a \u0301\u0301 !\u0301 a\u0301b A\u0301",
    u"\U0001f389 \U0001f389\U0001f389a",
    u"\u00a0a\u2028\u3000b\ufeff",
    u"<|start|>a<|end|>",
    std::u16string(1, u'\xd800'),
    std::u16string(u"a") + u'\xdc00' + u'\xd800',
};

// Characters that the pattern tells apart, ASCII and not; halves of pairs among them.
const std::u16string kPalette =
    u"aabbAs'' \n\r1!/\t\u00e9\u00c9\u65e5\u65e5\u0301\u017f\u02b0\u01c5\u00a0\u00bd\xd83c\xdf89\xd83c\xdf89";

std::u16string any_text(std::mt19937& random) {
  const size_t kinds = 1 + random() % kPalette.size();
  const size_t first = random() % kPalette.size();
  std::u16string text(random() % 20 == 0 ? random() % 600 : random() % 50, 0);
  for (char16_t& unit : text) {
    unit =
        random() % 200 == 0 ? static_cast<char16_t>(random()) : kPalette[(first + random() % kinds) % kPalette.size()];
  }
  return text;
}

void generated(EncodeCheck& check, uint32_t count, uint32_t seed) {
  std::mt19937 random(seed);
  for (uint32_t i = 0; i < count && failures == 0; i++) {
    if (check.check(any_text(random))) continue;
    failures++;
    std::fprintf(stderr, "FAILED: generated text %u of seed %u\n", i, seed);
  }
}

void limits(const Vocabulary& vocabulary) {
  Encoder encoder;
  expect(encoder.open(vocabulary) == Status::kOk, "open");
  Growable<uint32_t> ids;
  const std::u16string most(Encoder::kMaxPieceBytes, u'a');
  const std::u16string wide(Encoder::kMaxPieceBytes / 3 + 1, u'\u65e5');
  for (const std::u16string& text : {most + u'a', wide, u"a " + most, std::u16string(most.size() * 2, u' ')}) {
    ids.clear();
    expect(encoder.encode(text.data(), text.size(), ids) == Status::kPieceTooLong, "too long a piece is refused");
    expect(ids.size() <= 1, "before the time is spent");
  }
  ids.clear();
  expect(encoder.encode(most.data(), most.size(), ids) == Status::kOk, "the longest piece");
  encoder.trim();
  ids.clear();
  expect(encoder.encode(u"a", 1, ids) == Status::kOk && ids.size() == 1, "a letter after it");
}

// Any bytes behind a good beginning, and bytes that change after the tables were made: any ids, no step out of memory.
void broken_vocabulary(const TestVocabulary& good, uint32_t seed) {
  std::mt19937 random(seed);
  for (int round = 0; round < 4; round++) {
    std::vector<uint8_t> file = good.file();
    file.shrink_to_fit();
    const auto spoil = [&](size_t from) {
      for (int i = 0; i < 100'000; i++) file[from + random() % (file.size() - from)] = static_cast<uint8_t>(random());
    };
    // The first 256 slots are single bytes, without which nothing opens.
    constexpr size_t kBehindBytes = 16 + 256 * kSlotBytes;
    if (round % 2 == 0) spoil(kBehindBytes);
    Vocabulary broken;
    Encoder encoder;
    expect(broken.open(file.data(), file.size()) == Status::kOk, "broken vocabulary opens");
    expect(encoder.open(broken) == Status::kOk, "encoder of a broken vocabulary opens");
    if (round % 2 != 0) spoil(16);
    Growable<uint32_t> ids;
    for (int i = 0; i < 300; i++) {
      const std::u16string text = any_text(random);
      ids.clear();
      expect(encoder.encode(text.data(), text.size(), ids) == Status::kOk, "encode with a broken vocabulary");
      for (size_t k = 0; k < ids.size(); k++) expect(ids[k] < kOrdinaryCount, "an ordinary id");
    }
  }
  std::vector<uint8_t> file = good.file();
  file[16 + 'a' * kSlotBytes] = 'b';
  Vocabulary lacking;
  Encoder encoder;
  expect(lacking.open(file.data(), file.size()) == Status::kOk, "open");
  expect(encoder.open(lacking) == Status::kInvalidVocabulary, "a byte that is no token");
}

}  // namespace

}  // namespace harmony::test

int main(int argc, char** argv) {
  using namespace harmony::test;
  const uint32_t count = argc > 1 ? static_cast<uint32_t>(std::atoi(argv[1])) : 20'000;
  const uint32_t seed = argc > 2 ? static_cast<uint32_t>(std::atoi(argv[2])) : 1;
  EncodeCheck check;
  expect(check.is_open(), "open");
  for (const std::u16string& text : kByHand) expect(check.check(text), "by hand");
  generated(check, count, seed);
  const TestVocabulary vocabulary = TestVocabulary::mergeable();
  harmony::Vocabulary core;
  expect(core.open(vocabulary.file().data(), vocabulary.file().size()) == harmony::Status::kOk, "open");
  limits(core);
  broken_vocabulary(vocabulary, seed);
  std::printf("encode_test: %u generated texts, %d failures\n", count, failures);
  return failures == 0 ? 0 : 1;
}
