#include "machine.h"

#include "sinks.h"

namespace harmony {

namespace {

Action transition(State state, Kind kind) {
  return kTransitions[static_cast<size_t>(state) * kKindCount + static_cast<size_t>(kind)];
}

}  // namespace

template <class Sink>
void Machine<Sink>::begin(bool given) {
  position_ = 0;
  state_ = State::kIdle;
  if (given) open(RowForm::kMessage, kRowGiven, State::kHeader);
}

template <class Sink>
bool Machine<Sink>::feed(Ids ids) {
  while (ids.count > 0) {
    if (state_ == State::kBody || state_ == State::kLoose) {
      const RunEnd run = sink_.run(vocabulary_, ids);
      position_ += static_cast<uint32_t>(run.taken);
      ids.at += run.taken;
      ids.count -= run.taken;
      ids.readable -= run.taken;
      if (run.stop == Stop::kDone) return true;
      if (run.stop == Stop::kFull) {
        sink_.fail(Status::kFull);
        return false;
      }
      position_--;
      if (!take(run.id)) return false;
    } else {
      if (ids.readable > kAhead) Vocabulary::prefetch(vocabulary_.slots(), load_once(ids.at + kAhead));
      if (!take(load_once(ids.at))) return false;
      ids.at++;
      ids.count--;
      ids.readable--;
    }
    position_++;
  }
  return true;
}

template <class Sink>
bool Machine<Sink>::end() {
  return flush() && act(transition(state_, Kind::kEof), Kind::kEof, 0);
}

template <class Sink>
bool Machine<Sink>::take(uint32_t id) {
  const Token token = vocabulary_.look_up(id);
  if (token.kind == Kind::kText) return text(token.bytes, token.length);
  return flush() && special(token.kind, id, token);
}

template <class Sink>
bool Machine<Sink>::special(Kind kind, uint32_t id, const Token& name) {
  const Action action = transition(state_, kind);
  return action == Action::kAsText ? as_text(id, name) : act(action, kind, id);
}

// Text where the machine stands, of the token at hand.
template <class Sink>
bool Machine<Sink>::text(const uint8_t* bytes, size_t length) {
  if (state_ == State::kIdle) open(RowForm::kLoose, 0, State::kLoose);
  if (state_ == State::kHeader && (row_.flags & kRowGiven) != 0 && header_.is_empty()) become_loose();
  if (state_ != State::kHeader) return sink_.append(bytes, length);
  HeaderText::Excess excess;
  const HeaderText::Result result = header_.append(bytes, length, &excess);
  return header_result(result, excess, bytes, length, position_ + 1);
}

template <class Sink>
bool Machine<Sink>::as_text(uint32_t id, const Token& name) {
  // The row that the text opens has to be there before its mark.
  if (state_ == State::kIdle) open(RowForm::kLoose, 0, State::kLoose);
  if (state_ == State::kHeader && (row_.flags & kRowGiven) != 0 && header_.is_empty()) become_loose();
  return mark(id) && text(name.bytes, name.length);
}

template <class Sink>
bool Machine<Sink>::flush() {
  if (state_ != State::kHeader) return true;
  HeaderText::Excess excess;
  const HeaderText::Result result = header_.flush(&excess);
  return header_result(result, excess, nullptr, 0, position_);
}

// Goes on as a body when header text went beyond the limit.
template <class Sink>
bool Machine<Sink>::header_result(HeaderText::Result result, const HeaderText::Excess& excess, const uint8_t* bytes,
                                  size_t length, uint32_t body) {
  if (result == HeaderText::Result::kTaken) return true;
  if (result == HeaderText::Result::kOutOfMemory) {
    sink_.fail(Status::kOutOfMemory);
    return false;
  }
  if (!complete_header(RowForm::kOverflow)) return false;
  row_.body = body;
  if (!sink_.append(excess.lead, excess.lead_length)) return false;
  return length == excess.rest || sink_.append(bytes + excess.rest, length - excess.rest);
}

template <class Sink>
bool Machine<Sink>::act(Action action, Kind kind, uint32_t id) {
  switch (action) {
    case Action::kOpenHeader:
      open(RowForm::kMessage, kRowStart, State::kHeader);
      return true;
    case Action::kOpenHeaderAtChannel:
      open(RowForm::kMessage, 0, State::kHeader);
      return header_marker(kind);
    case Action::kOpenBody:
      open(RowForm::kMessage, 0, State::kBody);
      row_.body = position_ + 1;
      return true;
    case Action::kHeaderMarker:
      return header_marker(kind);
    case Action::kCompleteHeader:
      if (!complete_header(RowForm::kMessage)) return false;
      row_.body = position_ + 1;
      return true;
    case Action::kRestartHeader:
      if (!complete_header(RowForm::kHeaderOnly) || !close(kind)) return false;
      open(RowForm::kMessage, kRowStart, State::kHeader);
      return true;
    case Action::kStopHeader:
    case Action::kEndHeader:
      return complete_header(RowForm::kHeaderOnly) && close(kind);
    case Action::kClose:
    case Action::kCloseAtEnd:
      return close(kind);
    case Action::kCutByStart:
    case Action::kCutByChannel:
    case Action::kCutByMessage:
      return close(kind) && act(transition(State::kIdle, kind), kind, id);
    case Action::kStrayStop:
    case Action::kStrayToken:
      return mark(id);
    case Action::kIgnore:
    case Action::kLooseText:
    case Action::kHeaderText:
    case Action::kBodyText:
    case Action::kAsText:
      return true;
  }
  return true;
}

template <class Sink>
void Machine<Sink>::open(RowForm form, uint8_t flags, State state) {
  row_ = {form, flags, Kind::kEof, 0, sink_.content_length(), position_, position_, 0};
  state_ = state;
  sink_.begin_row();
  if (state == State::kHeader) header_.begin();
}

// Text in the place of a header whose role was given.
template <class Sink>
void Machine<Sink>::become_loose() {
  row_.form = RowForm::kLoose;
  state_ = State::kLoose;
}

template <class Sink>
bool Machine<Sink>::header_marker(Kind kind) {
  if (header_.mark(kind == Kind::kChannel ? kHeaderChannel : kHeaderConstrain)) return true;
  sink_.fail(Status::kOutOfMemory);
  return false;
}

template <class Sink>
bool Machine<Sink>::complete_header(RowForm form) {
  row_.form = form;
  row_.body = position_;
  if (header_.is_invalid()) row_.flags |= kRowInvalidHeader;
  state_ = State::kBody;
  return sink_.intern(header_, &row_.header);
}

template <class Sink>
bool Machine<Sink>::close(Kind kind) {
  row_.end = kind;
  row_.close = position_;
  if (sink_.is_ascii()) row_.flags |= kRowAscii;
  state_ = State::kIdle;
  return sink_.close(row_);
}

template <class Sink>
bool Machine<Sink>::mark(uint32_t id) {
  uint64_t offset = 0;
  if (state_ != State::kIdle) {
    row_.flags |= kRowMarked;
    offset = state_ == State::kHeader ? header_.size() : sink_.content_length() - row_.content;
  }
  return sink_.mark({position_, id, static_cast<uint32_t>(offset)});
}

template class Machine<Counter>;
template class Machine<Writer>;

}  // namespace harmony
