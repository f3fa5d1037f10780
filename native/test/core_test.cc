// Tests of the core as a plain program, for sanitizers and valgrind: cases by hand, then generated sequences, each run
// every way and held against the oracle. `core_test [COUNT [SEED]]`.
#include <cstdio>
#include <cstdlib>
#include <random>
#include <thread>

#include "../core/batch.h"
#include "compare.h"

namespace harmony::test {

namespace {

constexpr uint32_t kSpecials[] = {200006, 200005, 200003, 200008, 200007, 200002, 200012,     199999,
                                  199998, 200001, 200013, 201088, 201089, 262144, 4294967295u};

int failures = 0;

void expect(bool good, const char* name) {
  if (good) return;
  failures++;
  std::fprintf(stderr, "FAILED: %s\n", name);
}

struct Hand {
  const char* name;
  bool given;
  uint32_t limit;
  std::vector<uint32_t> ids;
};

constexpr uint32_t kStart = 200006, kChannel = 200005, kConstrain = 200003, kMessage = 200008, kEnd = 200007,
                   kPadding = 199999, kReserved = 200013, kUnknown = 300000;

const Hand kByHand[] = {
    {"nothing", true, 1024, {}},
    {"nothing, idle", false, 1024, {}},
    {"a turn", true, 1024, {kChannel, 'a', kMessage, 'x', 'y', kEnd, kStart, 'b', kMessage, 0xc3, 0xa9, kEnd}},
    {"loose at once", true, 1024, {'a', kReserved, kConstrain, kUnknown, 'b', kEnd}},
    {"reserved at once", true, 1024, {kReserved, kReserved, 'a'}},
    {"unknown between", false, 1024, {kEnd, kUnknown, kPadding, kPadding, kConstrain}},
    {"body without header", false, 1024, {kMessage, kMessage, 'a', kConstrain, kChannel, kChannel}},
    {"half character before a marker", false, 1024, {kStart, 0xe4, 0xbd, kChannel, 0xa0, kMessage}},
    {"half character at the end", false, 1024, {kStart, 'a', 0xf0, 0x9f}},
    {"limit inside a character", false, 3, {kStart, 'a', 'b', 0xc3, 0xa9, 'c', kEnd}},
    {"limit at a half character", false, 2, {kStart, 'a', 0xe4, 0xbd, kReserved, kEnd}},
    {"limit inside a name", false, 5, {kStart, 'a', kReserved, 'b', kEnd}},
    {"limit at a bad byte", false, 3, {kStart, 'a', 0xff, 'b', kMessage, kEnd}},
    {"limit by one token", false, 1, {kStart, 127, 128, 129, kEnd}},
    {"starts only", true, 1024, {kStart, kStart, kStart}},
};

void by_hand(const TestVocabulary& vocabulary) {
  for (const Hand& hand : kByHand) {
    for (const uint32_t cut : {1u, 2u, 1000u}) {
      expect(check(vocabulary, {{hand.ids}, hand.given, hand.limit, {cut}, 1}), hand.name);
    }
  }
}

std::vector<uint32_t> any_sequence(std::mt19937& random) {
  std::vector<uint32_t> ids(random() % 5 == 0 ? random() % 400 : random() % 40);
  const uint32_t specials = static_cast<uint32_t>(2 + random() % 30);
  for (uint32_t& id : ids) {
    if (random() % specials == 0)
      id = random() % 8 == 0 ? static_cast<uint32_t>(random()) : kSpecials[random() % std::size(kSpecials)];
    else
      id = random() % 2 == 0 ? random() % 256 : random() % kOrdinaryCount;
  }
  return ids;
}

void generated(const TestVocabulary& vocabulary, uint32_t count, uint32_t seed) {
  std::mt19937 random(seed);
  for (uint32_t i = 0; i < count && failures == 0; i++) {
    const uint32_t limit = random() % 2 == 0 ? 1024 : static_cast<uint32_t>(1 + random() % 60);
    Case input = {{}, random() % 2 == 0, limit, {}, static_cast<uint32_t>(random() % 6)};
    for (uint32_t k = random() % 6; k-- > 0;) input.sequences.push_back(any_sequence(random));
    for (uint32_t k = 1 + random() % 4; k-- > 0;) input.cuts.push_back(1 + random() % 40);
    std::string bytes;
    for (uint32_t k = random() % 80; k-- > 0;) bytes += vocabulary.bytes(random() % (random() % 2 ? 256 : 4096));
    if (check(vocabulary, input) && check_utf16(bytes)) continue;
    failures++;
    std::fprintf(stderr, "FAILED: generated case %u of seed %u\n", i, seed);
  }
}

// A vocabulary of any bytes behind a good beginning may give any result, but no step out of its memory.
void broken_vocabulary(const TestVocabulary& vocabulary, uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<uint8_t> file = vocabulary.file();
  for (int i = 0; i < 200'000; i++) file[16 + random() % (file.size() - 16)] = static_cast<uint8_t>(random());
  file.shrink_to_fit();
  Vocabulary broken;
  if (broken.open(file.data(), file.size()) != Status::kOk) return expect(false, "broken vocabulary opens");
  std::vector<uint32_t> ids(100'000);
  for (uint32_t& id : ids) id = random() % 40 == 0 ? kSpecials[random() % std::size(kSpecials)] : random() % 201089;
  const std::vector<uint32_t> offsets = {0, 50'000, 100'000};
  const Input input = {ids.data(), ids.size(), offsets.data(), 2};
  Batch batch;
  expect(batch.plan(broken, {}, input) == Status::kOk, "plan with a broken vocabulary");
  for (size_t i = 0; i < batch.blocks(); i++) batch.measure_block(input, i, 0, nullptr);
}

// Ids that another thread writes meanwhile: any result, no step out of bounds.
void changing_ids(const TestVocabulary& vocabulary) {
  Vocabulary core;
  expect(core.open(vocabulary.file().data(), vocabulary.file().size()) == Status::kOk, "open");
  std::vector<uint32_t> ids(200'000, 'a');
  const std::vector<uint32_t> offsets = {0, 70'000, 140'000, 200'000};
  std::atomic<bool> stop = false;
  std::thread writer([&] {
    std::mt19937 random(5);
    while (!stop.load(std::memory_order_relaxed)) {
      const uint32_t value = random() % 3 == 0 ? kSpecials[random() % std::size(kSpecials)] : random() % 200000;
      __atomic_store_n(&ids[random() % ids.size()], value, __ATOMIC_RELAXED);
    }
  });
  const Input input = {ids.data(), ids.size(), offsets.data(), 3};
  uint32_t unchanged = 0;
  for (int i = 0; i < 30; i++) {
    Batch batch;
    expect(batch.plan(core, {}, input) == Status::kOk, "plan");
    for (size_t k = 0; k < batch.blocks(); k++) {
      expect(batch.measure_block(input, k, 0, nullptr) == Status::kOk, "measure what changes");
    }
    expect(batch.add_up() == Status::kOk, "add_up");
    const Counts room = batch.totals();
    std::vector<uint8_t> bytes[3];
    for (auto& column : bytes) column.resize(room.rows);
    std::vector<uint32_t> words[5];
    for (auto& column : words) column.resize(room.rows + 1);
    std::vector<uint32_t> marks[3];
    for (auto& column : marks) column.resize(room.marks);
    std::vector<uint32_t> sequence[3];
    for (auto& column : sequence) column.resize(4);
    std::vector<uint8_t> content(room.content);
    const Columns columns = {bytes[0].data(),
                             bytes[1].data(),
                             bytes[2].data(),
                             words[0].data(),
                             words[1].data(),
                             words[2].data(),
                             words[3].data(),
                             words[4].data(),
                             marks[0].data(),
                             marks[1].data(),
                             marks[2].data(),
                             content.data(),
                             sequence[0].data(),
                             sequence[1].data(),
                             sequence[2].data(),
                             room,
                             3};
    Pass pass(batch, input, &columns, 0, batch.blocks());
    pass.work(0);
    unchanged += pass.status() == Status::kOk;
    expect(pass.status() == Status::kOk || pass.status() == Status::kChanged, "fill what changes");
  }
  stop = true;
  writer.join();
  std::printf("changing ids: %u of 30 passes unchanged\n", unchanged);
}

void cancelled(const TestVocabulary& vocabulary) {
  Vocabulary core;
  expect(core.open(vocabulary.file().data(), vocabulary.file().size()) == Status::kOk, "open");
  const std::vector<uint32_t> ids(1000, 'a');
  const std::vector<uint32_t> offsets = {0, 1000};
  const Input input = {ids.data(), ids.size(), offsets.data(), 1};
  Batch batch;
  expect(batch.plan(core, {}, input) == Status::kOk, "plan");
  Pass pass(batch, input, nullptr, 0, batch.blocks());
  pass.cancel();
  pass.work(0);
  expect(pass.status() == Status::kCancelled, "a cancelled pass says so");
  const std::vector<uint32_t> falling = {0, 2000};
  expect(batch.plan(core, {}, {ids.data(), ids.size(), falling.data(), 1}) == Status::kInvalidOffsets, "bad offsets");
}

}  // namespace

}  // namespace harmony::test

int main(int argc, char** argv) {
  using namespace harmony::test;
  const uint32_t count = argc > 1 ? static_cast<uint32_t>(std::atoi(argv[1])) : 20'000;
  const uint32_t seed = argc > 2 ? static_cast<uint32_t>(std::atoi(argv[2])) : 1;
  const TestVocabulary vocabulary;
  by_hand(vocabulary);
  generated(vocabulary, count, seed);
  broken_vocabulary(vocabulary, seed);
  changing_ids(vocabulary);
  cancelled(vocabulary);
  std::printf("core_test: %u generated cases, %d failures\n", count, failures);
  return failures == 0 ? 0 : 1;
}
