// Texts to ids, for Node: plain node_api, because it is called once a text. lib/render/encode/native.ts is its only
// caller and mirrors the names.
#ifndef HARMONY_WIRE_ADDON_ENCODE_H_
#define HARMONY_WIRE_ADDON_ENCODE_H_

#include <node_api.h>

#include "core/encoder.h"

namespace harmony {

// What an environment has for encoding: tables made at the first `openEncoder`, memory that is used again.
struct Encoding {
  Vocabulary vocabulary;
  Encoder encoder;
  // The vocabulary file, where its bytes lay when it was opened.
  napi_ref file = nullptr;
  const void* bytes = nullptr;
  size_t length = 0;
  Growable<char16_t> units;
  Growable<uint32_t> ids;
};

// Adds openEncoder, encode and copyIds to `exports`. `encoding` must live as long as the environment.
bool define_encoding(napi_env env, napi_value exports, Encoding& encoding);

}  // namespace harmony

#endif  // HARMONY_WIRE_ADDON_ENCODE_H_
