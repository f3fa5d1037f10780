// Unicode table 3-7: which bytes may follow which. Everything here that decodes agrees by using it.
#ifndef HARMONY_WIRE_CORE_UTF8_H_
#define HARMONY_WIRE_CORE_UTF8_H_

#include <cstddef>
#include <cstdint>

namespace harmony {

// Length of the character that a byte begins; 0 if none begins with it.
inline uint8_t utf8_length(uint8_t lead) {
  if (lead < 0x80) return 1;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  return lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
}

// Whether `byte` may stand at index `at` (1 to 3) of a character that begins with `lead`.
inline bool utf8_continues(uint8_t lead, size_t at, uint8_t byte) {
  if ((byte & 0xc0) != 0x80) return false;
  if (at > 1) return true;
  switch (lead) {
    case 0xe0:
      return byte >= 0xa0;
    case 0xed:
      return byte < 0xa0;
    case 0xf0:
      return byte >= 0x90;
    case 0xf4:
      return byte < 0x90;
    default:
      return true;
  }
}

}  // namespace harmony

#endif  // HARMONY_WIRE_CORE_UTF8_H_
