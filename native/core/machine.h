// The envelope machine over ids: rows, marks and content, as lib/engine/columns.ts defines them. One template, two
// sinks: `Counter` only counts, `Writer` writes columns, so that both passes cannot disagree on the same ids.
//
// Any cut of a sequence into `feed` calls gives the same rows.
#ifndef HARMONY_WIRE_CORE_MACHINE_H_
#define HARMONY_WIRE_CORE_MACHINE_H_

#include "header_text.h"
#include "run.h"
#include "table.h"

namespace harmony {

struct Row {
  RowForm form;
  uint8_t flags;
  Kind end;
  uint32_t header;
  // Content length of the sink when the row began.
  uint64_t content;
  uint32_t start;
  uint32_t body;
  uint32_t close;
};

struct Mark {
  uint32_t token;
  uint32_t id;
  uint32_t offset;
};

// A sink has, each returning false when it can take no more (the parse then fails as a whole):
//   RunEnd run(const Vocabulary&, Ids);            a run of ordinary tokens as content
//   bool append(const uint8_t*, size_t);           content bytes
//   bool mark(Mark);  bool close(const Row&);      rows come in order
//   bool intern(const HeaderText&, uint32_t*);     the number of a header
//   uint64_t content_length() const;
//   void begin_row();  bool is_ascii() const;      of the content since begin_row
//   void fail(Status);
template <class Sink>
class Machine {
 public:
  Machine(const Vocabulary& vocabulary, uint32_t max_header_bytes, Sink& sink)
      : vocabulary_(vocabulary), sink_(sink), header_(max_header_bytes) {}

  // `given`: the caller has opened a header with its role.
  void begin(bool given);
  // `ids.count` ids; at most 2^32 - 1 in a sequence.
  [[nodiscard]] bool feed(Ids ids);
  [[nodiscard]] bool end();

 private:
  bool take(uint32_t id);
  bool text(const uint8_t* bytes, size_t length);
  bool special(Kind kind, uint32_t id, const Token& name);
  bool act(Action action, Kind kind, uint32_t id);
  bool as_text(uint32_t id, const Token& name);
  bool flush();

  void open(RowForm form, uint8_t flags, State state);
  void become_loose();
  bool header_result(HeaderText::Result result, const HeaderText::Excess& excess, const uint8_t* bytes, size_t length,
                     uint32_t body);
  bool header_marker(Kind kind);
  bool complete_header(RowForm form);
  bool close(Kind kind);
  bool mark(uint32_t id);

  const Vocabulary& vocabulary_;
  Sink& sink_;
  HeaderText header_;
  State state_ = State::kIdle;
  Row row_ = {};
  // Index of the token at hand.
  uint32_t position_ = 0;
};

class Counter;
class Writer;
extern template class Machine<Counter>;
extern template class Machine<Writer>;

}  // namespace harmony

#endif  // HARMONY_WIRE_CORE_MACHINE_H_
