// UTF-8 to UTF-16 as the WHATWG decoder does it: one U+FFFD per maximal bad subpart, U+FEFF kept. Native, because V8's
// own decoder takes 21 us for 4 KB of CJK and this one a tenth of a microsecond more than copying.
#ifndef HARMONY_WIRE_CORE_UTF16_H_
#define HARMONY_WIRE_CORE_UTF16_H_

#include <cstddef>
#include <cstdint>

namespace harmony {

// Writes at most `length` units to `to` and returns how many; up to `length` units may be overwritten with anything.
size_t decode_utf8(const uint8_t* bytes, size_t length, char16_t* to);

}  // namespace harmony

#endif  // HARMONY_WIRE_CORE_UTF16_H_
