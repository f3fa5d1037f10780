#include "batch.h"

namespace harmony {

namespace {

// How many ids are parsed between two looks at the flag that cancels: about 2 ms.
constexpr size_t kUncancelled = size_t{1} << 20;

Writer::Run run_of(const Options& options) {
  return options.scalar ? copy_run<ScalarLane> : copy_run<FastLane>;
}

bool is_set(const std::atomic<bool>* flag) {
  return flag && flag->load(std::memory_order_relaxed);
}

bool is_too_large(const Counts& counts) {
  return counts.content > UINT32_MAX || counts.rows >= UINT32_MAX || counts.marks >= UINT32_MAX;
}

}  // namespace

Status Batch::plan(const Vocabulary& vocabulary, const Options& options, const Input& input) {
  release();
  if (!vocabulary.is_open()) return Status::kInvalidVocabulary;
  vocabulary_ = &vocabulary;
  options_ = options;
  sequences_ = input.sequences;
  for (Interner& headers : headers_) headers.set_key(options.hash_key);
  size_t from = 0;
  size_t tokens = 0;
  for (size_t i = 0; i < input.sequences; i++) {
    const uint32_t begin = load_once(input.offsets + i);
    const uint32_t end = load_once(input.offsets + i + 1);
    if (begin > end || end > input.token_count) return Status::kInvalidOffsets;
    // An empty sequence has a row, too.
    tokens += end - begin + size_t{1};
    if (tokens < options.block_tokens && i + 1 < input.sequences) continue;
    if (!blocks_.push({from, i + 1, {}, {}, 0})) return Status::kOutOfMemory;
    from = i + 1;
    tokens = 0;
  }
  return Status::kOk;
}

template <class Sink>
Status Batch::run_sequence(const Input& input, size_t sequence, Machine<Sink>& machine, const Sink& sink,
                           const std::atomic<bool>* cancelled, uint32_t* length) const {
  const uint32_t begin = load_once(input.offsets + sequence);
  const uint32_t end = load_once(input.offsets + sequence + 1);
  if (begin > end || end > input.token_count) return Status::kInvalidOffsets;
  *length = end - begin;
  machine.begin(options_.given);
  for (size_t at = begin; at < end;) {
    if (is_set(cancelled)) return Status::kCancelled;
    const size_t count = end - at < kUncancelled ? end - at : kUncancelled;
    if (!machine.feed({input.tokens + at, count, input.token_count - at})) return sink.status();
    at += count;
  }
  return machine.end() ? Status::kOk : sink.status();
}

Status Batch::measure_block(const Input& input, size_t block, size_t worker, const std::atomic<bool>* cancelled) {
  if (input.sequences != sequences_) return Status::kChanged;
  Block& range = blocks_[block];
  Counter counter;
  Machine<Counter> machine(*vocabulary_, options_.max_header_bytes, counter);
  for (size_t i = range.from; i < range.until; i++) {
    if (is_set(cancelled)) return Status::kCancelled;
    uint32_t length = 0;
    const Status status = run_sequence(input, i, machine, counter, cancelled, &length);
    if (status != Status::kOk) return status;
  }
  range.counts = counter.counts();
  range.worker = worker;
  return Status::kOk;
}

Status Batch::add_up() {
  totals_ = {};
  // What a pass that found no room has met already.
  for (Interner& headers : headers_) headers.clear();
  for (size_t i = 0; i < blocks_.size(); i++) {
    blocks_[i].begin = totals_;
    totals_.add(blocks_[i].counts);
    if (is_too_large(totals_)) return Status::kTooLarge;
  }
  return Status::kOk;
}

Status Batch::fill_range(const Input& input, const Columns& columns, const Block& range, const Counts& until,
                         size_t worker, Counts* end, const std::atomic<bool>* cancelled) {
  Writer writer(columns, range.begin, until, headers_[worker], run_of(options_));
  Machine<Writer> machine(*vocabulary_, options_.max_header_bytes, writer);
  for (size_t i = range.from; i < range.until; i++) {
    if (is_set(cancelled)) return Status::kCancelled;
    const Counts at = writer.at();
    uint32_t length = 0;
    const Status status = run_sequence(input, i, machine, writer, cancelled, &length);
    if (status != Status::kOk) return status;
    columns.sequence_row[i] = static_cast<uint32_t>(at.rows);
    columns.sequence_mark[i] = static_cast<uint32_t>(at.marks);
    columns.sequence_length[i] = length;
  }
  *end = writer.at();
  return Status::kOk;
}

Status Batch::write(const Input& input, const Columns& columns, const std::atomic<bool>* cancelled) {
  totals_ = {};
  if (!vocabulary_ || columns.sequences < sequences_ || is_too_large(columns.room)) return Status::kMisuse;
  if (input.sequences != sequences_) return Status::kChanged;
  const Block all = {0, sequences_, {}, {}, 0};
  const Status status = fill_range(input, columns, all, columns.room, 0, &totals_, cancelled);
  return status == Status::kOk ? finish(columns) : status;
}

Status Batch::fill_block(const Input& input, const Columns& columns, size_t block, size_t worker,
                         const std::atomic<bool>* cancelled) {
  if (input.sequences != sequences_ || columns.sequences < sequences_) return Status::kChanged;
  Block& range = blocks_[block];
  Counts until = range.begin;
  until.add(range.counts);
  if (!until.fit(columns.room)) return Status::kMisuse;
  Counts end;
  range.worker = worker;
  const Status status = fill_range(input, columns, range, until, worker, &end, cancelled);
  if (status == Status::kOk) return end == until ? status : Status::kChanged;
  return status == Status::kFull || status == Status::kInvalidOffsets ? Status::kChanged : status;
}

Status Batch::finish(const Columns& columns) {
  if (columns.sequences < sequences_ || !totals_.fit(columns.room)) return Status::kMisuse;
  columns.row_content[totals_.rows] = static_cast<uint32_t>(totals_.content);
  columns.sequence_row[sequences_] = static_cast<uint32_t>(totals_.rows);
  columns.sequence_mark[sequences_] = static_cast<uint32_t>(totals_.marks);
  return number_headers(columns);
}

// Each worker numbered its own headers. One that did all the work has done so in the order of the rows already.
Status Batch::number_headers(const Columns& columns) {
  bool shared = false;
  for (size_t i = 0; i < blocks_.size(); i++) shared |= blocks_[i].worker != 0;
  if (!shared) return Status::kOk;

  Interner numbered(options_.hash_key);
  Growable<uint32_t> numbers[kMaxWorkers];
  for (size_t worker = 0; worker < kMaxWorkers; worker++) {
    for (uint32_t i = 0; i < headers_[worker].count(); i++) {
      if (!numbers[worker].push(0)) return Status::kOutOfMemory;
    }
  }
  for (size_t i = 0; i < blocks_.size(); i++) {
    const Block& block = blocks_[i];
    const Interner& headers = headers_[block.worker];
    for (uint64_t row = block.begin.rows; row < block.begin.rows + block.counts.rows; row++) {
      const uint32_t header = columns.row_header[row];
      if (header >= headers.count()) return Status::kChanged;
      uint32_t& number = numbers[block.worker][header];
      if (header != 0 && number == 0) {
        const uint32_t from = headers.begin_of(header);
        number = numbered.intern(headers.data() + from, headers.end_of(header) - from);
        if (number == Interner::kFailed) return Status::kOutOfMemory;
      }
      columns.row_header[row] = number;
    }
  }
  for (Interner& headers : headers_) headers.clear();
  headers_[0].swap(numbered);
  return Status::kOk;
}

void Batch::copy_headers(uint32_t* offsets, uint8_t* bytes) const {
  const Interner& headers = headers_[0];
  offsets[0] = 0;
  for (uint32_t i = 0; i < headers.count(); i++) offsets[i + 1] = headers.end_of(i);
  if (headers.bytes() > 0) std::memcpy(bytes, headers.data(), headers.bytes());
}

void Batch::release() {
  blocks_.release();
  sequences_ = 0;
  totals_ = {};
  for (Interner& headers : headers_) headers.clear();
}

void Pass::work(size_t worker) {
  for (;;) {
    const size_t block = next_.fetch_add(1, std::memory_order_relaxed);
    if (block >= until_ || status() != Status::kOk) return;
    const Status status = columns_ ? batch_.fill_block(input_, *columns_, block, worker, &cancelled_)
                                   : batch_.measure_block(input_, block, worker, &cancelled_);
    if (status == Status::kOk) continue;
    uint32_t none = static_cast<uint32_t>(Status::kOk);
    status_.compare_exchange_strong(none, static_cast<uint32_t>(status), std::memory_order_relaxed);
    return;
  }
}

}  // namespace harmony
