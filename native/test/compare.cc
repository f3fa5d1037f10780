#include "compare.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <memory>

#include "../core/batch.h"
#include "../core/utf16.h"

namespace harmony::test {

namespace {

// Memory of exactly the size asked for: a vector keeps a reserve that a sanitizer does not know.
template <class T>
class Exact {
 public:
  explicit Exact(size_t count) : items_(new T[count]()), count_(count) {}
  T* data() { return items_.get(); }
  T operator[](size_t i) const { return items_[i]; }
  size_t size() const { return count_; }

 private:
  std::unique_ptr<T[]> items_;
  size_t count_;
};

struct Store {
  Exact<uint8_t> form, flags, end, content;
  Exact<uint32_t> header, content_at, start, body, close, token, id, offset, sequence_row, sequence_mark, length;
  Columns columns;

  Store(const Counts& room, size_t sequences)
      : form(room.rows),
        flags(room.rows),
        end(room.rows),
        content(room.content),
        header(room.rows),
        content_at(room.rows + 1),
        start(room.rows),
        body(room.rows),
        close(room.rows),
        token(room.marks),
        id(room.marks),
        offset(room.marks),
        sequence_row(sequences + 1),
        sequence_mark(sequences + 1),
        length(sequences) {
    columns = {form.data(),   flags.data(),   end.data(),          header.data(),        content_at.data(),
               start.data(),  body.data(),    close.data(),        token.data(),         id.data(),
               offset.data(), content.data(), sequence_row.data(), sequence_mark.data(), length.data(),
               room,          sequences};
  }
};

bool fail(const char* what, size_t where) {
  std::fprintf(stderr, "differs: %s at %zu\n", what, where);
  return false;
}

std::string header_of(const Interner& headers, uint32_t number) {
  const uint32_t from = headers.begin_of(number);
  return std::string(headers.data() + from, headers.data() + headers.end_of(number));
}

// Reads the columns back and compares them with the oracle's rows.
bool compare(const std::vector<OracleSequence>& wanted, const Store& store, const Interner& headers,
             const Counts& totals) {
  size_t row = 0;
  size_t mark = 0;
  std::map<std::string, uint32_t> numbers = {{"", 0}};
  for (size_t i = 0; i < wanted.size(); i++) {
    if (store.sequence_row[i] != row || store.sequence_mark[i] != mark) return fail("begin of sequence", i);
    if (store.length[i] != wanted[i].length) return fail("length of sequence", i);
    for (const OracleRow& one : wanted[i].rows) {
      if (row >= totals.rows) return fail("count of rows", row);
      const uint32_t from = store.content_at[row];
      const uint32_t until = store.content_at[row + 1];
      if (from > until || until > totals.content) return fail("content", row);
      std::string content;
      for (uint32_t k = from; k < until; k++) content += static_cast<char>(store.content[k]);
      if (store.header[row] >= headers.count()) return fail("header number", row);
      const OracleRow got = {store.form[row],
                             store.flags[row],
                             store.end[row],
                             store.start[row],
                             store.body[row],
                             store.close[row],
                             header_of(headers, store.header[row]),
                             content};
      if (!(got == one)) return fail("row", row);
      const auto known = numbers.emplace(one.header, static_cast<uint32_t>(numbers.size())).first;
      if (known->second != store.header[row]) return fail("order of headers", row);
      row++;
    }
    for (const OracleMark& one : wanted[i].marks) {
      if (mark >= totals.marks) return fail("count of marks", mark);
      if (!(OracleMark{store.token[mark], store.id[mark], store.offset[mark]} == one)) return fail("mark", mark);
      mark++;
    }
  }
  if (row != totals.rows || mark != totals.marks || numbers.size() != headers.count()) return fail("counts", row);
  const bool closed = store.sequence_row[wanted.size()] == row && store.sequence_mark[wanted.size()] == mark;
  return closed && store.content_at[row] == totals.content ? true : fail("last entries", row);
}

bool is_ok(Status status, const char* what) {
  if (status == Status::kOk) return true;
  return fail(what, static_cast<size_t>(status));
}

bool check_two_passes(const Vocabulary& vocabulary, const Options& options, const Input& input, uint32_t workers,
                      const std::vector<OracleSequence>& wanted) {
  Batch batch;
  if (!is_ok(batch.plan(vocabulary, options, input), "plan")) return false;
  // Blocks are dealt out as threads would take them, in the order that is worst for the numbers of headers.
  for (size_t i = batch.blocks(); i-- > 0;) {
    if (!is_ok(batch.measure_block(input, i, i % workers, nullptr), "measure")) return false;
  }
  if (!is_ok(batch.add_up(), "add_up")) return false;
  Store store(batch.totals(), input.sequences);
  for (size_t i = 0; i < batch.blocks(); i++) {
    const size_t worker = workers == 1 ? 0 : (batch.blocks() - i) % workers;
    if (!is_ok(batch.fill_block(input, store.columns, i, worker, nullptr), "fill")) return false;
  }
  if (!is_ok(batch.finish(store.columns), "finish")) return false;
  return compare(wanted, store, batch.headers(), batch.totals());
}

bool check_one_pass(const Vocabulary& vocabulary, const Options& options, const Input& input,
                    const std::vector<OracleSequence>& wanted, const Counts& totals) {
  Batch batch;
  if (!is_ok(batch.plan(vocabulary, options, input), "plan")) return false;
  Store store(totals, input.sequences);
  if (!is_ok(batch.write(input, store.columns, nullptr), "write")) return false;
  if (!compare(wanted, store, batch.headers(), batch.totals())) return false;

  // One place less than needed is said, not overrun.
  Counts less = totals;
  if (less.content > 0)
    less.content--;
  else if (less.rows > 0)
    less.rows--;
  else
    return true;
  Store small(less, input.sequences);
  return batch.plan(vocabulary, options, input) == Status::kOk &&
                 batch.write(input, small.columns, nullptr) == Status::kFull
             ? true
             : fail("full columns", 0);
}

// The first sequence alone, in pieces.
bool check_cuts(const Vocabulary& vocabulary, const Options& options, const Case& input, const OracleSequence& wanted,
                const Counts& room) {
  const std::vector<uint32_t>& sequence = input.sequences[0];
  Store store(room, 1);
  Interner headers;
  Writer writer(store.columns, {}, room, headers, copy_run<FastLane>);
  Machine<Writer> machine(vocabulary, options.max_header_bytes, writer);
  machine.begin(options.given);
  size_t at = 0;
  for (size_t i = 0; at < sequence.size(); i++) {
    const size_t wish = input.cuts.empty() ? sequence.size() : input.cuts[i % input.cuts.size()];
    const size_t count = std::min(wish, sequence.size() - at);
    // A piece of memory of its own: nothing may be read behind it.
    Exact<uint32_t> piece(count);
    std::copy_n(sequence.data() + at, count, piece.data());
    if (!machine.feed({piece.data(), count, count})) return fail("feed", at);
    at += count;
  }
  if (!machine.end()) return fail("end", at);
  const Counts got = writer.at();
  store.columns.row_content[got.rows] = static_cast<uint32_t>(got.content);
  store.columns.sequence_row[1] = static_cast<uint32_t>(got.rows);
  store.columns.sequence_mark[1] = static_cast<uint32_t>(got.marks);
  store.columns.sequence_length[0] = static_cast<uint32_t>(at);
  return compare({wanted}, store, headers, got);
}

}  // namespace

bool check(const TestVocabulary& vocabulary, const Case& input) {
  std::vector<uint32_t> all;
  Exact<uint32_t> offsets(input.sequences.size() + 1);
  std::vector<OracleSequence> wanted;
  Counts totals;
  Counts first;
  for (size_t i = 0; i < input.sequences.size(); i++) {
    const std::vector<uint32_t>& ids = input.sequences[i];
    all.insert(all.end(), ids.begin(), ids.end());
    offsets.data()[i + 1] = static_cast<uint32_t>(all.size());
    wanted.push_back(parse_naively(vocabulary, ids, input.given, input.max_header_bytes));
    totals.rows += wanted.back().rows.size();
    totals.marks += wanted.back().marks.size();
    for (const OracleRow& row : wanted.back().rows) totals.content += row.content.size();
    if (i == 0) first = totals;
  }
  Exact<uint32_t> tokens(all.size());
  std::copy(all.begin(), all.end(), tokens.data());

  static Vocabulary core;
  if (!core.is_open() && core.open(vocabulary.file().data(), vocabulary.file().size()) != Status::kOk) {
    return fail("vocabulary", 0);
  }
  const Input as_input = {tokens.data(), tokens.size(), offsets.data(), input.sequences.size()};
  Options options;
  options.given = input.given;
  options.max_header_bytes = input.max_header_bytes;
  options.block_tokens = 1 + input.workers * 7;
  for (const bool scalar : {false, true}) {
    options.scalar = scalar;
    if (!check_one_pass(core, options, as_input, wanted, totals)) return false;
    if (!check_two_passes(core, options, as_input, 1, wanted)) return false;
    if (!check_two_passes(core, options, as_input, 1 + input.workers % 5, wanted)) return false;
  }
  return input.sequences.empty() || check_cuts(core, options, input, wanted[0], first);
}

bool check_utf16(const std::string& bytes) {
  Exact<uint8_t> input(bytes.size());
  std::copy(bytes.begin(), bytes.end(), input.data());
  Exact<char16_t> output(bytes.size());
  const size_t units = decode_utf8(input.data(), input.size(), output.data());
  const std::u16string got(output.data(), output.data() + units);
  return got == decode_naively(bytes) ? true : fail("utf16", 0);
}

}  // namespace harmony::test
