#include "pieces.h"

namespace harmony {

namespace {

bool is_upper(Class kind) {
  return kind == Class::kUpper || kind == Class::kBoth || kind == Class::kMark;
}

bool is_lower(Class kind) {
  return kind == Class::kLower || kind == Class::kBoth || kind == Class::kMark;
}

}  // namespace

Status Classes::open() {
  if (!classes_.reserve(kCodePoints)) return Status::kOutOfMemory;
  uint8_t* out = classes_.data();
  for (const uint32_t run : kClassRuns) {
    std::memset(out, static_cast<int>(run % 16), run / 16);
    out += run / 16;
  }
  return Status::kOk;
}

inline Pieces::At Pieces::at(size_t i) const {
  if (i >= length_) return {kNone, 0};
  const char16_t unit = text_[i];
  if ((unit & 0xfc00) == 0xd800 && i + 1 < length_ && (text_[i + 1] & 0xfc00) == 0xdc00) {
    const uint32_t point = 0x10000 + ((unit & 0x3ffu) << 10) + (text_[i + 1] & 0x3ffu);
    return {classes_.of(point), 2};
  }
  return {classes_.of(unit), 1};
}

size_t Pieces::end_of(size_t start) const {
  const At first = at(start);
  const size_t word = word_end(start, first);
  if (word > 0) return word;
  if (first.kind == Class::kNumber) return number_end(start);
  const size_t other = other_end(start);
  return other > 0 ? other : space_end(start);
}

// The first two alternatives; 0 if neither matches.
size_t Pieces::word_end(size_t start, At first) const {
  const bool prefix = first.kind == Class::kMark || first.kind == Class::kSpace || first.kind == Class::kOther;
  const size_t next = start + first.units;
  size_t end = prefix ? mixed_end(next) : 0;
  if (end == 0) end = mixed_end(start);
  if (end == 0 && prefix) end = upper_end(next);
  if (end == 0) end = upper_end(start);
  return end == 0 ? 0 : contraction_end(end);
}

// Upper-ish* lower-ish+. Where no lower-case letter follows, the last character that is both gives itself up for it.
size_t Pieces::mixed_end(size_t from) const {
  size_t i = from;
  size_t last_both = 0;
  At next = at(i);
  for (; is_upper(next.kind); next = at(i)) {
    i += next.units;
    if (next.kind != Class::kUpper) last_both = i;
  }
  if (next.kind != Class::kLower) return last_both;
  for (; is_lower(next.kind); next = at(i)) i += next.units;
  return i;
}

// Upper-ish+, where mixed_end found nothing lower-ish: 0 if there is none.
size_t Pieces::upper_end(size_t from) const {
  size_t i = from;
  for (At next = at(i); is_upper(next.kind); next = at(i)) i += next.units;
  return i == from ? 0 : i;
}

char16_t Pieces::small(size_t i) const {
  if (i >= length_) return 0;
  const char16_t unit = text_[i];
  return unit >= 'A' && unit <= 'Z' ? static_cast<char16_t>(unit + ('a' - 'A')) : unit;
}

// `'s` and the like in any case; U+017F folds to s.
size_t Pieces::contraction_end(size_t from) const {
  if (from >= length_ || text_[from] != '\'') return from;
  const char16_t first = small(from + 1);
  if (first == 's' || first == 0x17f || first == 't' || first == 'm' || first == 'd') return from + 2;
  const char16_t second = small(from + 2);
  const bool two =
      (first == 'r' && second == 'e') || (first == 'v' && second == 'e') || (first == 'l' && second == 'l');
  return two ? from + 3 : from;
}

size_t Pieces::number_end(size_t start) const {
  size_t i = start;
  for (int count = 0; count < 3; count++) {
    const At next = at(i);
    if (next.kind != Class::kNumber) break;
    i += next.units;
  }
  return i;
}

// The fourth alternative; 0 if it does not match.
size_t Pieces::other_end(size_t start) const {
  const size_t from = text_[start] == ' ' ? start + 1 : start;
  size_t i = from;
  for (At next = at(i); next.kind == Class::kOther || next.kind == Class::kMark; next = at(i)) i += next.units;
  if (i == from) return 0;
  while (i < length_ && (text_[i] == '\r' || text_[i] == '\n' || text_[i] == '/')) i++;
  return i;
}

// The last three alternatives: to the last newline of the run; else all but the last character if text follows.
size_t Pieces::space_end(size_t start) const {
  size_t i = start;
  size_t newline = 0;
  for (At next = at(i); next.kind == Class::kSpace || next.kind == Class::kNewline; next = at(i)) {
    i++;
    if (next.kind == Class::kNewline) newline = i;
  }
  if (newline > 0) return newline;
  return i == length_ || i == start + 1 ? i : i - 1;
}

}  // namespace harmony
