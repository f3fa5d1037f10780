// Where the machine's rows go: counted, or written into the caller's columns.
#ifndef HARMONY_WIRE_CORE_SINKS_H_
#define HARMONY_WIRE_CORE_SINKS_H_

#include "interner.h"
#include "machine.h"

namespace harmony {

struct Counts {
  uint64_t rows = 0;
  uint64_t marks = 0;
  uint64_t content = 0;

  void add(const Counts& other) {
    rows += other.rows;
    marks += other.marks;
    content += other.content;
  }
  bool fit(const Counts& room) const { return rows <= room.rows && marks <= room.marks && content <= room.content; }
  bool operator==(const Counts&) const = default;
};

class Counter {
 public:
  const Counts& counts() const { return counts_; }
  Status status() const { return status_; }

  RunEnd run(const Vocabulary& vocabulary, Ids ids) { return count_run(vocabulary, ids, counts_.content); }
  bool append(const uint8_t*, size_t length) {
    counts_.content += length;
    return true;
  }
  bool mark(Mark) {
    counts_.marks++;
    return true;
  }
  bool close(const Row&) {
    counts_.rows++;
    return true;
  }
  bool intern(const HeaderText&, uint32_t*) { return true; }
  uint64_t content_length() const { return counts_.content; }
  void begin_row() {}
  bool is_ascii() const { return true; }
  void fail(Status status) { status_ = status; }

 private:
  Counts counts_;
  Status status_ = Status::kOk;
};

// The columns of lib/engine/columns.ts, in memory of the caller. The arrays that have an entry more than rows or
// sequences are given with room for it.
struct Columns {
  uint8_t* row_form = nullptr;
  uint8_t* row_flags = nullptr;
  uint8_t* row_end = nullptr;
  uint32_t* row_header = nullptr;
  uint32_t* row_content = nullptr;
  uint32_t* row_start = nullptr;
  uint32_t* row_body = nullptr;
  uint32_t* row_close = nullptr;
  uint32_t* mark_token = nullptr;
  uint32_t* mark_id = nullptr;
  uint32_t* mark_offset = nullptr;
  uint8_t* content = nullptr;
  uint32_t* sequence_row = nullptr;
  uint32_t* sequence_mark = nullptr;
  uint32_t* sequence_length = nullptr;
  // How many rows, marks and bytes of content there is room for, and for how many sequences.
  Counts room;
  uint64_t sequences = 0;
};

// Writes between two places of the columns; never beyond the second, so that threads can write side by side.
class Writer {
 public:
  using Run = RunEnd (*)(const Vocabulary&, Ids, Output&);

  Writer(const Columns& columns, const Counts& from, const Counts& until, Interner& interner, Run run)
      : columns_(columns), at_(from), until_(until), interner_(interner), run_(run) {
    output_.at = columns.content + from.content;
    output_.end = columns.content + until.content;
  }

  // Where the next row, mark and byte of content go.
  Counts at() const { return {at_.rows, at_.marks, content_length()}; }
  Status status() const { return status_; }

  RunEnd run(const Vocabulary& vocabulary, Ids ids) { return run_(vocabulary, ids, output_); }
  bool append(const uint8_t* bytes, size_t length);
  bool mark(Mark mark);
  bool close(const Row& row);
  bool intern(const HeaderText& header, uint32_t* number);
  uint64_t content_length() const { return static_cast<uint64_t>(output_.at - columns_.content); }
  void begin_row() { output_.wide = false; }
  bool is_ascii() const { return !output_.wide; }
  void fail(Status status) { status_ = status; }

 private:
  bool full();

  const Columns& columns_;
  Counts at_;
  const Counts until_;
  Interner& interner_;
  const Run run_;
  Output output_;
  Status status_ = Status::kOk;
};

}  // namespace harmony

#endif  // HARMONY_WIRE_CORE_SINKS_H_
