#include "encode_oracle.h"

#include <algorithm>
#include <cstdio>
#include <memory>

#include "../core/class_runs.h"

namespace harmony::test {

namespace {

Class class_of(char32_t point) {
  for (const uint32_t run : kClassRuns) {
    if (point < run / 16) return static_cast<Class>(run % 16);
    point -= run / 16;
  }
  return Class::kOther;
}

// One of the sets of the pattern.
using Set = bool (*)(Class);
bool upper(Class kind) {
  return kind == Class::kUpper || kind == Class::kBoth || kind == Class::kMark;
}
bool lower(Class kind) {
  return kind == Class::kLower || kind == Class::kBoth || kind == Class::kMark;
}
bool prefix(Class kind) {
  return kind == Class::kMark || kind == Class::kSpace || kind == Class::kOther;
}
bool number(Class kind) {
  return kind == Class::kNumber;
}
bool space(Class kind) {
  return kind == Class::kSpace || kind == Class::kNewline;
}
bool newline(Class kind) {
  return kind == Class::kNewline;
}
bool sign(Class kind) {
  return kind == Class::kMark || kind == Class::kOther;
}

// The pattern at a place of a text. Each alternative gives the count of characters that it takes, 0 for none.
struct Pattern {
  const std::u32string& text;
  const std::vector<Class>& kinds;
  size_t from;

  size_t run(size_t at, Set set) const {
    size_t i = at;
    while (i < text.size() && set(kinds[i])) i++;
    return i - at;
  }
  // As the optional character in front of a word: taken first, then not.
  std::vector<size_t> optional(bool there) const { return there ? std::vector<size_t>{1, 0} : std::vector<size_t>{0}; }

  size_t contraction(size_t at) const {
    for (const std::u32string ending : {U"'s", U"'t", U"'re", U"'ve", U"'m", U"'ll", U"'d"}) {
      std::u32string found = text.substr(std::min(at, text.size()), ending.size());
      for (char32_t& c : found) c = c == 0x17f ? 's' : c >= 'A' && c <= 'Z' ? c + 32 : c;
      if (found == ending) return ending.size();
    }
    return 0;
  }
  size_t mixed() const {
    for (const size_t before : optional(prefix(kinds[from]))) {
      for (size_t many = run(from + before, upper) + 1; many-- > 0;) {
        const size_t end = from + before + many;
        const size_t small = run(end, lower);
        if (small > 0) return end + small + contraction(end + small) - from;
      }
    }
    return 0;
  }
  size_t capital() const {
    for (const size_t before : optional(prefix(kinds[from]))) {
      const size_t many = run(from + before, upper);
      if (many == 0) continue;
      const size_t end = from + before + many + run(from + before + many, lower);
      return end + contraction(end) - from;
    }
    return 0;
  }
  size_t digits() const { return std::min<size_t>(run(from, number), 3); }
  size_t signs() const {
    for (const size_t before : optional(text[from] == ' ')) {
      size_t end = from + before + run(from + before, sign);
      if (end == from + before) continue;
      while (end < text.size() && (newline(kinds[end]) || text[end] == '/')) end++;
      return end - from;
    }
    return 0;
  }
  size_t lines() const {
    for (size_t many = run(from, space) + 1; many-- > 0;) {
      const size_t end = run(from + many, newline);
      if (end > 0) return many + end;
    }
    return 0;
  }
  size_t spaces() const {
    for (size_t many = run(from, space); many > 0; many--) {
      if (from + many == text.size() || space(kinds[from + many])) return many;
    }
    return run(from, space);
  }
  size_t length() const {
    for (const auto part : {&Pattern::mixed, &Pattern::capital, &Pattern::digits, &Pattern::signs, &Pattern::lines}) {
      const size_t taken = (this->*part)();
      if (taken > 0) return taken;
    }
    return spaces();
  }
};

std::u32string points_of(const std::u16string& text) {
  std::u32string points;
  for (size_t i = 0; i < text.size(); i++) {
    const char32_t unit = text[i];
    const bool high = unit >= 0xd800 && unit < 0xdc00;
    if (high && i + 1 < text.size() && text[i + 1] >= 0xdc00 && text[i + 1] < 0xe000) {
      points += 0x10000 + (unit - 0xd800) * 0x400 + (text[++i] - 0xdc00);
    } else {
      points += unit >= 0xd800 && unit < 0xe000 ? U'\xfffd' : unit;
    }
  }
  return points;
}

std::string utf8_of(const std::u32string& points) {
  std::string bytes;
  for (const char32_t point : points) {
    const int more = point < 0x80 ? 0 : point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
    constexpr int kLead[] = {0, 0xc0, 0xe0, 0xf0};
    bytes += static_cast<char>(kLead[more] | static_cast<int>(point >> 6 * more));
    for (int i = more; i-- > 0;) bytes += static_cast<char>(0x80 | (point >> 6 * i & 0x3f));
  }
  return bytes;
}

}  // namespace

EncodeCheck::EncodeCheck() {
  for (uint32_t id = 0; id < kOrdinaryCount; id++) ids_.emplace(file_.bytes(id), id);
  open_ = vocabulary_.open(file_.file().data(), file_.file().size()) == Status::kOk &&
          encoder_.open(vocabulary_) == Status::kOk;
}

std::vector<uint32_t> EncodeCheck::merge_naively(const std::string& bytes) const {
  const auto whole = ids_.find(bytes);
  if (whole != ids_.end()) return {whole->second};
  std::vector<std::string> parts;
  for (const char byte : bytes) parts.emplace_back(1, byte);
  for (;;) {
    auto best = ids_.end();
    size_t at = 0;
    for (size_t i = 0; i + 1 < parts.size(); i++) {
      const auto found = ids_.find(parts[i] + parts[i + 1]);
      if (found == ids_.end() || (best != ids_.end() && found->second >= best->second)) continue;
      best = found;
      at = i;
    }
    if (best == ids_.end()) break;
    parts[at] = best->first;
    parts.erase(parts.begin() + static_cast<ptrdiff_t>(at) + 1);
  }
  std::vector<uint32_t> ids;
  for (const std::string& part : parts) ids.push_back(ids_.at(part));
  return ids;
}

std::vector<uint32_t> EncodeCheck::encode_naively(const std::u16string& text) const {
  const std::u32string points = points_of(text);
  std::vector<Class> kinds;
  for (const char32_t point : points) kinds.push_back(class_of(point));
  std::vector<uint32_t> ids;
  for (size_t at = 0; at < points.size();) {
    const size_t length = Pattern{points, kinds, at}.length();
    const std::vector<uint32_t> piece = merge_naively(utf8_of(points.substr(at, length)));
    ids.insert(ids.end(), piece.begin(), piece.end());
    at += length;
  }
  return ids;
}

bool EncodeCheck::check(const std::u16string& text) {
  // Memory of exactly its size, so that a sanitizer sees any step beyond.
  const std::unique_ptr<char16_t[]> exact(new char16_t[text.size()]);
  std::copy(text.begin(), text.end(), exact.get());
  Growable<uint32_t> ids;
  if (encoder_.encode(exact.get(), text.size(), ids) != Status::kOk) return false;
  const std::vector<uint32_t> wanted = encode_naively(text);
  if (wanted == std::vector<uint32_t>(ids.data(), ids.data() + ids.size())) return true;
  std::fprintf(stderr, "differs: %zu ids instead of %zu for", ids.size(), wanted.size());
  for (const char16_t unit : text) std::fprintf(stderr, " %04x", static_cast<unsigned>(unit));
  std::fprintf(stderr, "\n");
  return false;
}

}  // namespace harmony::test
