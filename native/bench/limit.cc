// What the memory allows: ids looked up and their bytes copied, nothing else. The parser's figure is held to 1.5
// times this one, measured in the same run (bench/rows/limit.bench.ts).
//
// A program of its own, without Node, so that nothing but the loop is timed. The caller guarantees that both files
// are those of this repo: the vocabulary as lib/wire/vocabulary.ts lays it out, the ids as little-endian u32.
//
// Usage: limit VOCABULARY IDS [ROUNDS]. Prints one JSON object: nanoseconds per token by variant, and the bytes and a
// hash of the output, which must be the same for all of them.

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace {

constexpr size_t kHeaderBytes = 16;
constexpr size_t kSlotBytes = 16;
constexpr size_t kTagAt = 15;
constexpr uint8_t kRareTag = 0x80;
// 16 ids ahead is about 30 ns: a hit in the second-level cache, where most of the 3.2 MB of slots lie.
constexpr size_t kAhead = 16;

struct Vocabulary {
  const uint8_t* slots;
  const uint8_t* rest;
};

std::vector<uint8_t> read_file(const char* path) {
  FILE* file = std::fopen(path, "rb");
  if (!file) {
    std::fprintf(stderr, "limit: cannot open %s\n", path);
    std::exit(2);
  }
  std::fseek(file, 0, SEEK_END);
  std::vector<uint8_t> bytes(static_cast<size_t>(std::ftell(file)));
  std::rewind(file);
  const size_t got = std::fread(bytes.data(), 1, bytes.size(), file);
  std::fclose(file);
  if (got != bytes.size()) std::exit(2);
  return bytes;
}

uint32_t u32_at(const uint8_t* at) {
  uint32_t value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

// A long token is copied, a special one leaves nothing: what the content of a message holds.
inline size_t copy_rare(const Vocabulary& vocabulary, const uint8_t* slot, uint8_t* out) {
  if (slot[kTagAt] != kRareTag) return 0;
  const uint32_t length = u32_at(slot + 4);
  std::memcpy(out, vocabulary.rest + u32_at(slot), length);
  return length;
}

// 16 bytes a token whatever its length, one load and one store; the next token overwrites what is too much.
inline uint8_t* over_copy_one(const Vocabulary& vocabulary, uint32_t id, uint8_t* out) {
  const uint8_t* slot = vocabulary.slots + size_t{id} * kSlotBytes;
  const uint8_t tag = slot[kTagAt];
  if (__builtin_expect(tag >= kRareTag, 0)) return out + copy_rare(vocabulary, slot, out);
  std::memcpy(out, slot, kSlotBytes);
  return out + tag;
}

size_t over_copy(const Vocabulary& vocabulary, const uint32_t* ids, size_t count, uint8_t* out) {
  uint8_t* const begin = out;
  for (size_t i = 0; i < count; i++) out = over_copy_one(vocabulary, ids[i], out);
  return static_cast<size_t>(out - begin);
}

size_t over_copy_prefetch(const Vocabulary& vocabulary, const uint32_t* ids, size_t count, uint8_t* out) {
  uint8_t* const begin = out;
  size_t i = 0;
  for (; i + kAhead < count; i++) {
    __builtin_prefetch(vocabulary.slots + size_t{ids[i + kAhead]} * kSlotBytes);
    out = over_copy_one(vocabulary, ids[i], out);
  }
  for (; i < count; i++) out = over_copy_one(vocabulary, ids[i], out);
  return static_cast<size_t>(out - begin);
}

// The obvious loop: as many bytes as the token has.
size_t copy_exactly(const Vocabulary& vocabulary, const uint32_t* ids, size_t count, uint8_t* out) {
  uint8_t* const begin = out;
  for (size_t i = 0; i < count; i++) {
    const uint8_t* slot = vocabulary.slots + size_t{ids[i]} * kSlotBytes;
    const uint8_t tag = slot[kTagAt];
    if (__builtin_expect(tag >= kRareTag, 0)) {
      out += copy_rare(vocabulary, slot, out);
      continue;
    }
    std::memcpy(out, slot, tag);
    out += tag;
  }
  return static_cast<size_t>(out - begin);
}

struct Variant {
  const char* name;
  size_t (*run)(const Vocabulary&, const uint32_t*, size_t, uint8_t*);
  std::vector<double> ns;
  size_t bytes = 0;
  uint64_t hash = 0;
};

uint64_t fnv(const uint8_t* bytes, size_t length) {
  uint64_t hash = 0xcbf29ce484222325;
  for (size_t i = 0; i < length; i++) hash = (hash ^ bytes[i]) * 0x100000001b3;
  return hash;
}

double time_of(const Variant& variant, const Vocabulary& vocabulary, const uint32_t* ids, size_t count, uint8_t* out) {
  const auto start = std::chrono::steady_clock::now();
  variant.run(vocabulary, ids, count, out);
  const std::chrono::duration<double, std::nano> taken = std::chrono::steady_clock::now() - start;
  return taken.count() / static_cast<double>(count);
}

// Room for the output: the exact size, plus what the last over-copy writes beyond it.
size_t output_size(const Vocabulary& vocabulary, const uint32_t* ids, size_t count) {
  size_t size = kSlotBytes;
  for (size_t i = 0; i < count; i++) {
    const uint8_t* slot = vocabulary.slots + size_t{ids[i]} * kSlotBytes;
    size += slot[kTagAt] < kRareTag ? slot[kTagAt] : slot[kTagAt] == kRareTag ? u32_at(slot + 4) : 0;
  }
  return size;
}

void print(std::vector<Variant>& variants, size_t count, int rounds) {
  std::printf("{\"tokens\":%zu,\"rounds\":%d,\"bytes\":%zu,\"hash\":\"%016llx\",\"variants\":{", count, rounds,
              variants[0].bytes, static_cast<unsigned long long>(variants[0].hash));
  const char* comma = "";
  for (Variant& variant : variants) {
    std::sort(variant.ns.begin(), variant.ns.end());
    std::printf("%s\"%s\":{\"min\":%.3f,\"median\":%.3f}", comma, variant.name, variant.ns.front(),
                variant.ns[variant.ns.size() / 2]);
    comma = ",";
  }
  std::printf("}}\n");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: limit VOCABULARY IDS [ROUNDS]\n");
    return 2;
  }
  const std::vector<uint8_t> file = read_file(argv[1]);
  const std::vector<uint8_t> raw = read_file(argv[2]);
  const int rounds = argc > 3 ? std::max(1, std::atoi(argv[3])) : 101;
  const size_t count = raw.size() / sizeof(uint32_t);
  std::vector<uint32_t> ids(count);
  std::memcpy(ids.data(), raw.data(), count * sizeof(uint32_t));

  if (file.size() < kHeaderBytes || std::memcmp(file.data(), "HWVOCAB1", 8) != 0) return 2;
  const uint32_t slots = u32_at(file.data() + 8);
  const Vocabulary vocabulary{file.data() + kHeaderBytes, file.data() + kHeaderBytes + size_t{slots} * kSlotBytes};
  for (uint32_t id : ids) {
    if (id >= slots) return 2;
  }

  std::vector<Variant> variants{
      {"over_copy_prefetch", over_copy_prefetch, {}}, {"over_copy", over_copy, {}}, {"memcpy", copy_exactly, {}}};
  std::vector<uint8_t> out(output_size(vocabulary, ids.data(), count));
  for (Variant& variant : variants) {
    variant.bytes = variant.run(vocabulary, ids.data(), count, out.data());
    variant.hash = fnv(out.data(), variant.bytes);
    if (variant.bytes != variants[0].bytes || variant.hash != variants[0].hash) {
      std::fprintf(stderr, "limit: %s gives other bytes\n", variant.name);
      return 1;
    }
  }
  for (int round = 0; round < rounds; round++) {
    for (Variant& variant : variants) {
      variant.ns.push_back(time_of(variant, vocabulary, ids.data(), count, out.data()));
    }
  }
  print(variants, count, rounds);
  return 0;
}
