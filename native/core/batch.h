// Many sequences parsed into columns. Sequences are grouped into blocks of about 64 K ids (or as many as the caller
// says), the unit that threads share out among themselves. Two ways:
//   write              one pass by one thread into columns that are large enough by guess (kFull if not);
//   measure, then fill two passes by any number of threads: the first counts exactly, so that the columns need no
//                      byte too much, and every block knows where its part of them begins.
// Both give the same columns.
//
// The memory of the input belongs to the caller, who keeps it alive during a call. It may change at any time: each
// pass checks what it reads, and `fill` reports kChanged if a block is not what it was measured to be.
#ifndef HARMONY_WIRE_CORE_BATCH_H_
#define HARMONY_WIRE_CORE_BATCH_H_

#include <atomic>
#include <memory>

#include "sinks.h"

namespace harmony {

struct Options {
  // Each sequence begins inside a header whose role the caller gave.
  bool given = true;
  uint32_t max_header_bytes = 1024;
  // Forces the plain loops.
  bool scalar = false;
  // Sequences are grouped until they have so many ids.
  size_t block_tokens = size_t{1} << 16;
  uint64_t hash_key = 0;
};

struct Input {
  const uint32_t* tokens = nullptr;
  size_t token_count = 0;
  // `sequences + 1` of them.
  const uint32_t* offsets = nullptr;
  size_t sequences = 0;
};

class Batch {
 public:
  static constexpr size_t kMaxWorkers = 64;

  // Forgets what was parsed before and groups the sequences into blocks. The vocabulary must outlive the parse.
  Status plan(const Vocabulary& vocabulary, const Options& options, const Input& input);
  size_t blocks() const { return blocks_.size(); }

  Status write(const Input& input, const Columns& columns, const std::atomic<bool>* cancelled);

  // Workers have numbers below kMaxWorkers; no two threads use one at the same time.
  Status measure_block(const Input& input, size_t block, size_t worker, const std::atomic<bool>* cancelled);
  // Adds the blocks up: then `totals` says how large the columns must be.
  Status add_up();
  Status fill_block(const Input& input, const Columns& columns, size_t block, size_t worker,
                    const std::atomic<bool>* cancelled);
  // After the last block: numbers the headers, writes the entries behind the last row.
  Status finish(const Columns& columns);

  const Counts& totals() const { return totals_; }
  const Interner& headers() const { return headers_[0]; }
  void copy_headers(uint32_t* offsets, uint8_t* bytes) const;
  // Gives back what it holds of the last parse.
  void release();

 private:
  struct Block {
    size_t from;
    size_t until;
    Counts counts;
    Counts begin;
    size_t worker;
  };

  template <class Sink>
  Status run_sequence(const Input& input, size_t sequence, Machine<Sink>& machine, const Sink& sink,
                      const std::atomic<bool>* cancelled, uint32_t* length) const;
  Status fill_range(const Input& input, const Columns& columns, const Block& range, const Counts& until, size_t worker,
                    Counts* end, const std::atomic<bool>* cancelled);
  Status number_headers(const Columns& columns);

  const Vocabulary* vocabulary_ = nullptr;
  Options options_;
  size_t sequences_ = 0;
  Growable<Block> blocks_;
  Counts totals_;
  Interner headers_[kMaxWorkers];
};

// One pass over the blocks, worked off by several threads together.
class Pass {
 public:
  // Without columns: measures.
  Pass(Batch& batch, const Input& input, const Columns* columns, size_t from, size_t until)
      : batch_(batch), input_(input), columns_(columns), next_(from), until_(until) {}

  // Takes blocks until none is left. Each thread calls it once, with a number of its own.
  void work(size_t worker);
  void cancel() { cancelled_.store(true, std::memory_order_relaxed); }
  // Of the first block that failed, kOk if none did. Once all threads are through.
  Status status() const { return static_cast<Status>(status_.load(std::memory_order_relaxed)); }

 private:
  Batch& batch_;
  const Input input_;
  const Columns* const columns_;
  std::atomic<size_t> next_;
  const size_t until_;
  std::atomic<bool> cancelled_ = false;
  std::atomic<uint32_t> status_ = static_cast<uint32_t>(Status::kOk);
};

}  // namespace harmony

#endif  // HARMONY_WIRE_CORE_BATCH_H_
