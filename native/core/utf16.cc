#include "utf16.h"

#include "lane.h"
#include "utf8.h"

namespace harmony {

namespace {

bool continues(uint8_t byte) {
  return (byte & 0xc0) == 0x80;
}

// One character, or one maximal bad subpart as U+FFFD: any bytes, any end.
const uint8_t* decode_any(const uint8_t* bytes, const uint8_t* end, char16_t*& out) {
  const uint8_t lead = *bytes++;
  const uint8_t whole = utf8_length(lead);
  uint32_t point = whole == 1 ? lead : whole == 2 ? lead & 0x1f : whole == 3 ? lead & 0x0f : lead & 0x07;
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
  return bytes;
}

// ASCII from `bytes` on: 16 bytes at a time as long as all of them are, then up to the first that is not. A byte never
// becomes more than one unit, so 16 bytes of input left are 16 units of room left.
const uint8_t* decode_ascii(const uint8_t* bytes, const uint8_t* end, char16_t*& out) {
  while (end - bytes >= 16) {
    const FastLane lane = FastLane::load(bytes);
    if (!lane.is_ascii()) break;
    lane.widen(out);
    bytes += 16;
    out += 16;
  }
  for (uint8_t byte; bytes < end && (byte = *bytes) < 0x80; bytes++) *out++ = byte;
  return bytes;
}

}  // namespace

size_t decode_utf8(const uint8_t* bytes, size_t length, char16_t* to) {
  const uint8_t* const end = bytes + length;
  char16_t* out = to;
  while (bytes < end) {
    if (*bytes < 0x80) {
      bytes = decode_ascii(bytes, end, out);
      continue;
    }
    // Good characters of three and two bytes, nearly all that is not ASCII, without a loop for each.
    if (end - bytes >= 3) {
      const uint8_t first = bytes[0];
      const uint8_t second = bytes[1];
      const uint8_t third = bytes[2];
      if (first >= 0xe0) {
        const uint32_t unit = (first & 0x0fu) << 12 | (second & 0x3fu) << 6 | (third & 0x3fu);
        // No other form of a shorter character, no surrogate.
        if (first < 0xf0 && continues(second) && continues(third) && unit >= 0x800 && (unit & 0xf800) != 0xd800) {
          *out++ = static_cast<char16_t>(unit);
          bytes += 3;
          continue;
        }
      } else if (first >= 0xc2 && continues(second)) {
        *out++ = static_cast<char16_t>((first & 0x1f) << 6 | (second & 0x3f));
        bytes += 2;
        continue;
      }
    }
    bytes = decode_any(bytes, end, out);
  }
  return static_cast<size_t>(out - to);
}

}  // namespace harmony
