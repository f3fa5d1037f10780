#include "utf16.h"

#include "lane.h"
#include "utf8.h"

namespace harmony {

size_t decode_utf8(const uint8_t* bytes, size_t length, char16_t* to) {
  const uint8_t* const end = bytes + length;
  char16_t* out = to;
  while (bytes < end) {
    // A byte never becomes more than one unit, so 16 bytes of input left are 16 units of room left.
    if (end - bytes >= 16) {
      const FastLane lane = FastLane::load(bytes);
      if (lane.is_ascii()) {
        lane.widen(out);
        bytes += 16;
        out += 16;
        continue;
      }
    }
    const uint8_t lead = *bytes++;
    if (lead < 0x80) {
      *out++ = lead;
      continue;
    }
    const uint8_t whole = utf8_length(lead);
    uint32_t point = whole == 2 ? lead & 0x1f : whole == 3 ? lead & 0x0f : lead & 0x07;
    uint8_t got = 1;
    for (; got < whole && bytes < end; got++) {
      const uint8_t byte = *bytes;
      if (!utf8_continues(lead, got, byte)) break;
      point = point << 6 | (byte & 0x3f);
      bytes++;
    }
    if (got != whole) {
      *out++ = 0xfffd;
    } else if (point < 0x10000) {
      *out++ = static_cast<char16_t>(point);
    } else {
      *out++ = static_cast<char16_t>(0xd7c0 + (point >> 10));
      *out++ = static_cast<char16_t>(0xdc00 + (point & 0x3ff));
    }
  }
  return static_cast<size_t>(out - to);
}

}  // namespace harmony
