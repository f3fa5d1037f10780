#include "sinks.h"

namespace harmony {

bool Writer::append(const uint8_t* bytes, size_t length) {
  return copy_exactly(output_, bytes, length) || full();
}

bool Writer::mark(Mark mark) {
  if (at_.marks == until_.marks) return full();
  const uint64_t i = at_.marks++;
  columns_.mark_token[i] = mark.token;
  columns_.mark_id[i] = mark.id;
  columns_.mark_offset[i] = mark.offset;
  return true;
}

bool Writer::close(const Row& row) {
  if (at_.rows == until_.rows) return full();
  const uint64_t i = at_.rows++;
  columns_.row_form[i] = static_cast<uint8_t>(row.form);
  columns_.row_flags[i] = row.flags;
  columns_.row_end[i] = static_cast<uint8_t>(row.end);
  columns_.row_header[i] = row.header;
  columns_.row_content[i] = static_cast<uint32_t>(row.content);
  columns_.row_start[i] = row.start;
  columns_.row_body[i] = row.body;
  columns_.row_close[i] = row.close;
  return true;
}

bool Writer::intern(const HeaderText& header, uint32_t* number) {
  *number = interner_.intern(header.data(), header.size());
  if (*number != Interner::kFailed) return true;
  fail(header.size() > UINT32_MAX - interner_.bytes() ? Status::kTooLarge : Status::kOutOfMemory);
  return false;
}

bool Writer::full() {
  fail(Status::kFull);
  return false;
}

}  // namespace harmony
