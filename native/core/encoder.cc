#include "encoder.h"

namespace harmony {

namespace {

constexpr uint32_t kNowhere = UINT32_MAX;

bool is_pair(const char16_t* text, size_t length, size_t i) {
  return (text[i] & 0xfc00) == 0xd800 && i + 1 < length && (text[i + 1] & 0xfc00) == 0xdc00;
}

size_t utf8_bytes(const char16_t* text, size_t length) {
  size_t bytes = 0;
  for (size_t i = 0; i < length; i++) {
    const char16_t unit = text[i];
    if (is_pair(text, length, i)) {
      bytes += 4;
      i++;
    } else {
      bytes += unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3;
    }
  }
  return bytes;
}

// Room for three times `length` bytes is the caller's.
size_t to_utf8(const char16_t* text, size_t length, uint8_t* out) {
  uint8_t* const begin = out;
  for (size_t i = 0; i < length; i++) {
    uint32_t point = text[i];
    if (point < 0x80) {
      *out++ = static_cast<uint8_t>(point);
      continue;
    }
    if (point < 0x800) {
      *out++ = static_cast<uint8_t>(0xc0 | point >> 6);
      *out++ = static_cast<uint8_t>(0x80 | (point & 0x3f));
      continue;
    }
    if (is_pair(text, length, i)) {
      point = 0x10000 + ((point & 0x3ff) << 10) + (text[++i] & 0x3ffu);
      *out++ = static_cast<uint8_t>(0xf0 | point >> 18);
      *out++ = static_cast<uint8_t>(0x80 | (point >> 12 & 0x3f));
    } else {
      if ((point & 0xf800) == 0xd800) point = 0xfffd;
      *out++ = static_cast<uint8_t>(0xe0 | point >> 12);
    }
    *out++ = static_cast<uint8_t>(0x80 | (point >> 6 & 0x3f));
    *out++ = static_cast<uint8_t>(0x80 | (point & 0x3f));
  }
  return static_cast<size_t>(out - begin);
}

Status append(Growable<uint32_t>& ids, uint32_t id) {
  return ids.push(id) ? Status::kOk : Status::kOutOfMemory;
}

}  // namespace

Status Encoder::open(const Vocabulary& vocabulary) {
  const Status status = classes_.open();
  return status == Status::kOk ? ranks_.open(vocabulary) : status;
}

void Encoder::trim() {
  constexpr size_t kKept = 4096;
  if (longest_ <= kKept) return;
  longest_ = 0;
  bytes_.release();
  parts_.release();
  heap_.release();
}

Status Encoder::encode(const char16_t* text, size_t length, Growable<uint32_t>& ids) {
  const Pieces pieces(classes_, text, length);
  for (size_t start = 0, end = 0; start < length; start = end) {
    end = pieces.end_of(start);
    const Status status = encode_piece(text + start, end - start, ids);
    if (status != Status::kOk) return status;
  }
  return Status::kOk;
}

Status Encoder::encode_piece(const char16_t* text, size_t length, Growable<uint32_t>& ids) {
  // Nearly every piece: no growing memory is touched.
  constexpr size_t kInPlace = 32;
  if (length <= kInPlace) {
    uint8_t bytes[3 * kInPlace + Ranks::kSpare];
    return merge(bytes, to_utf8(text, length, bytes), ids);
  }
  piece_bytes_ = length > kMaxPieceBytes / 3 ? utf8_bytes(text, length) : 0;
  if (piece_bytes_ > kMaxPieceBytes) return Status::kPieceTooLong;
  if (length > longest_) longest_ = length;
  const size_t room = piece_bytes_ > 0 ? piece_bytes_ : 3 * length;
  if (!bytes_.reserve(room + Ranks::kSpare)) return Status::kOutOfMemory;
  return merge(bytes_.data(), to_utf8(text, length, bytes_.data()), ids);
}

Status Encoder::merge(const uint8_t* bytes, size_t length, Growable<uint32_t>& ids) {
  if (length <= kLongestToken) {
    const uint32_t whole = ranks_.find(bytes, length);
    if (whole != kNoRank) return append(ids, whole);
  }
  return length <= kShort ? merge_short(bytes, length, ids) : merge_long(bytes, length, ids);
}

Status Encoder::merge_short(const uint8_t* bytes, size_t length, Growable<uint32_t>& ids) {
  uint8_t begin[kShort + 1];
  uint32_t id[kShort];
  uint32_t pair[kShort];
  size_t count = length;
  for (size_t i = 0; i < length; i++) {
    begin[i] = static_cast<uint8_t>(i);
    id[i] = ranks_.of_byte(bytes[i]);
    pair[i] = i + 1 < length ? ranks_.find(bytes + i, 2) : kNoRank;
  }
  begin[length] = static_cast<uint8_t>(length);
  for (;;) {
    size_t best = 0;
    for (size_t i = 1; i < count; i++) {
      if (pair[i] < pair[best]) best = i;
    }
    if (pair[best] == kNoRank) break;
    id[best] = pair[best];
    count--;
    for (size_t i = best + 1; i < count; i++) {
      begin[i] = begin[i + 1];
      id[i] = id[i + 1];
      pair[i] = pair[i + 1];
    }
    begin[count] = static_cast<uint8_t>(length);
    const auto rated = [&](size_t i) {
      return i + 1 < count ? ranks_.find(bytes + begin[i], size_t{begin[i + 2]} - begin[i]) : kNoRank;
    };
    pair[best] = rated(best);
    if (best > 0) pair[best - 1] = rated(best - 1);
  }
  return ids.append(id, count) ? Status::kOk : Status::kOutOfMemory;
}

Status Encoder::merge_long(const uint8_t* bytes, size_t length, Growable<uint32_t>& ids) {
  if (!parts_.reserve(length)) return Status::kOutOfMemory;
  heap_.clear();
  const uint32_t end = static_cast<uint32_t>(length);
  for (uint32_t i = 0; i < end; i++) {
    parts_.data()[i] = {i + 1, i == 0 ? kNowhere : i - 1, ranks_.of_byte(bytes[i]), kNoRank};
  }
  bool good = true;
  for (uint32_t i = 0; i < end && good; i++) good = rate(bytes, length, i);
  while (good && !heap_.is_empty()) {
    const uint64_t entry = heap_.pop();
    const uint32_t at = static_cast<uint32_t>(entry);
    Part& part = parts_[at];
    // Out of date if the pair has changed since.
    if (part.pair != entry >> 32) continue;
    Part& gone = parts_[part.next];
    gone.pair = kNoRank;
    part.id = part.pair;
    part.next = gone.next;
    if (part.next < end) parts_[part.next].previous = at;
    good = rate(bytes, length, at) && (part.previous == kNowhere || rate(bytes, length, part.previous));
  }
  for (uint32_t i = 0; i < end && good; i = parts_[i].next) good = ids.push(parts_[i].id);
  return good ? Status::kOk : Status::kOutOfMemory;
}

bool Encoder::rate(const uint8_t* bytes, size_t length, uint32_t at) {
  Part& part = parts_[at];
  part.pair = kNoRank;
  if (part.next >= length) return true;
  const uint32_t size = parts_[part.next].next - at;
  if (size > kLongestToken) return true;
  part.pair = ranks_.find(bytes + at, size);
  return part.pair == kNoRank || heap_.push(uint64_t{part.pair} << 32 | at);
}

bool Encoder::Heap::push(uint64_t entry) {
  if (!entries_.reserve(size_ + 1)) return false;
  uint64_t* const entries = entries_.data();
  size_t i = size_++;
  while (i > 0) {
    const size_t parent = (i - 1) / 2;
    if (entries[parent] <= entry) break;
    entries[i] = entries[parent];
    i = parent;
  }
  entries[i] = entry;
  return true;
}

uint64_t Encoder::Heap::pop() {
  uint64_t* const entries = entries_.data();
  const uint64_t top = entries[0];
  const uint64_t last = entries[--size_];
  size_t i = 0;
  for (size_t child = 1; child < size_; child = 2 * i + 1) {
    if (child + 1 < size_ && entries[child + 1] < entries[child]) child++;
    if (entries[child] >= last) break;
    entries[i] = entries[child];
    i = child;
  }
  entries[i] = last;
  return top;
}

}  // namespace harmony
