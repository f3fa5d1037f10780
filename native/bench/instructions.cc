// What the core does per token, for `valgrind --tool=callgrind`: instructions are the same on every run, times are not.
// Parses a made-up batch (rows of 330 ids, low ids more often, as in real text) ROUNDS times; the difference between
// two runs with different ROUNDS is the parse alone. native/ci.mjs runs it.
//
// Usage: instructions VOCABULARY write|scalar|measure|utf16|encode ROUNDS. Prints the count of ids (of bytes for utf16,
// of UTF-16 units for encode).
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "../core/batch.h"
#include "../core/encoder.h"
#include "../core/utf16.h"

namespace {

using namespace harmony;

constexpr size_t kSequences = 100;
constexpr uint32_t kOpening[] = {200005, 17196, 200008};
constexpr size_t kRow = 330;

std::vector<uint8_t> read_file(const char* path) {
  std::vector<uint8_t> bytes;
  FILE* const file = std::fopen(path, "rb");
  if (!file) std::exit(2);
  uint8_t block[65536];
  for (size_t got; (got = std::fread(block, 1, sizeof block, file)) > 0;) {
    bytes.insert(bytes.end(), block, block + got);
  }
  std::fclose(file);
  return bytes;
}

struct Made {
  std::vector<uint32_t> ids;
  std::vector<uint32_t> offsets = {0};
};

Made make_ids() {
  Made made;
  uint64_t state = 1;
  for (size_t i = 0; i < kSequences; i++) {
    made.ids.insert(made.ids.end(), std::begin(kOpening), std::end(kOpening));
    for (size_t k = 0; k < kRow; k++) {
      state = state * 6364136223846793005 + 1442695040888963407;
      const uint64_t part = state >> 48;
      // Cubed: half of the ids are below 25,000.
      made.ids.push_back(static_cast<uint32_t>(((part * part >> 16) * part >> 16) * kOrdinaryCount >> 16));
    }
    made.ids.push_back(200002);
    made.offsets.push_back(static_cast<uint32_t>(made.ids.size()));
  }
  return made;
}

// The text of the ids: words in no order, so that fewer are tokens as a whole than in real text.
std::vector<char16_t> text_of(const Vocabulary& vocabulary, const std::vector<uint32_t>& ids) {
  std::vector<uint8_t> bytes;
  for (const uint32_t id : ids) {
    const Token token = vocabulary.look_up(id);
    if (token.kind == Kind::kText) bytes.insert(bytes.end(), token.bytes, token.bytes + token.length);
  }
  std::vector<char16_t> units(bytes.size());
  units.resize(decode_utf8(bytes.data(), bytes.size(), units.data()));
  return units;
}

int encode(const Vocabulary& vocabulary, const std::vector<uint32_t>& ids, int rounds) {
  Encoder encoder;
  if (encoder.open(vocabulary) != Status::kOk) return 2;
  const std::vector<char16_t> text = text_of(vocabulary, ids);
  Growable<uint32_t> encoded;
  for (int i = 0; i < rounds; i++) {
    encoded.clear();
    if (encoder.encode(text.data(), text.size(), encoded) != Status::kOk) return 1;
  }
  std::printf("%zu\n", text.size());
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  const std::vector<uint8_t> file = read_file(argv[1]);
  const int rounds = std::atoi(argv[3]);
  Vocabulary vocabulary;
  if (vocabulary.open(file.data(), file.size()) != Status::kOk) return 2;
  const Made made = make_ids();
  if (std::strcmp(argv[2], "encode") == 0) return encode(vocabulary, made.ids, rounds);
  const Input input = {made.ids.data(), made.ids.size(), made.offsets.data(), kSequences};
  const size_t room = made.ids.size() * 16;
  std::vector<uint8_t> bytes(room);
  std::vector<uint8_t> row_bytes[3];
  for (auto& column : row_bytes) column.resize(1000);
  std::vector<uint32_t> words[11];
  for (auto& column : words) column.resize(1001);
  const Columns columns = {row_bytes[0].data(),
                           row_bytes[1].data(),
                           row_bytes[2].data(),
                           words[0].data(),
                           words[1].data(),
                           words[2].data(),
                           words[3].data(),
                           words[4].data(),
                           words[5].data(),
                           words[6].data(),
                           words[7].data(),
                           bytes.data(),
                           words[8].data(),
                           words[9].data(),
                           words[10].data(),
                           {1000, 1000, room},
                           1000};
  const bool utf16 = std::strcmp(argv[2], "utf16") == 0;
  const bool measure = std::strcmp(argv[2], "measure") == 0;
  Options options;
  options.scalar = std::strcmp(argv[2], "scalar") == 0;
  std::vector<char16_t> units(room);
  // "日本語 and ASCII": half of the bytes are of each.
  for (size_t i = 0; utf16 && i + 18 <= room; i += 18)
    std::memcpy(&bytes[i], "\xe6\x97\xa5\xe6\x9c\xac\xe8\xaa\x9e and text", 18);
  Batch batch;
  for (int i = 0; i < rounds; i++) {
    if (utf16) {
      decode_utf8(bytes.data(), room, units.data());
      continue;
    }
    if (batch.plan(vocabulary, options, input) != Status::kOk) return 1;
    if (measure) {
      Pass pass(batch, input, nullptr, 0, batch.blocks());
      pass.work(0);
      if (pass.status() != Status::kOk) return 1;
    } else if (batch.write(input, columns, nullptr) != Status::kOk) {
      return 1;
    }
  }
  std::printf("%zu\n", utf16 ? room : made.ids.size());
  return 0;
}
