// libFuzzer target: any UTF-16, raw or out of a palette that the pattern tells apart, against the naive encoder.
// `native/ci.mjs` runs it.
#include <cstdlib>

#include "../test/encode_oracle.h"

namespace {

const std::u16string kPalette =
    u"ab As'\n\r1!/\t\u00e9\u00c9\u65e5\u0301\u017f\u02b0\u01c5\u00a0\u00bd\xd83c\xdf89\ufeff\u2028";

std::u16string text_of(const uint8_t* data, size_t size, bool raw) {
  std::u16string text;
  if (raw) {
    for (size_t i = 0; i + 1 < size; i += 2) text += static_cast<char16_t>(data[i] << 8 | data[i + 1]);
  } else {
    for (size_t i = 0; i < size; i++) text += kPalette[data[i] % kPalette.size()];
  }
  return text;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static harmony::test::EncodeCheck check;
  if (!check.is_open()) std::abort();
  if (size > 0 && !check.check(text_of(data + 1, size - 1, (data[0] & 1) != 0))) std::abort();
  return 0;
}
