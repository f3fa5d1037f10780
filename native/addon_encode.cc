#include "addon_encode.h"

namespace harmony {

namespace {

// Elements that are kept between calls, so that most texts cost no allocation.
constexpr size_t kKept = size_t{1} << 20;

struct Array {
  void* data = nullptr;
  size_t length = 0;
};

bool array_of(napi_env env, napi_value value, napi_typedarray_type wanted, Array& array) {
  napi_typedarray_type type;
  return napi_get_typedarray_info(env, value, &type, &array.length, &array.data, nullptr, nullptr) == napi_ok &&
         type == wanted && (array.data || array.length == 0);
}

napi_value integer(napi_env env, int32_t value) {
  napi_value result = nullptr;
  napi_create_int32(env, value, &result);
  return result;
}

napi_value failure(napi_env env, Status status) {
  return integer(env, -static_cast<int32_t>(status));
}

template <size_t kCount>
Encoding* arguments(napi_env env, napi_callback_info info, napi_value (&values)[kCount]) {
  size_t count = kCount;
  void* data = nullptr;
  const bool good = napi_get_cb_info(env, info, &count, values, nullptr, &data) == napi_ok && count >= kCount;
  return good ? static_cast<Encoding*>(data) : nullptr;
}

// The array may have been detached since it was opened: looked at before each text.
bool is_there(napi_env env, const Encoding& encoding) {
  napi_value file = nullptr;
  Array now;
  return encoding.file && napi_get_reference_value(env, encoding.file, &file) == napi_ok && file &&
         array_of(env, file, napi_uint8_array, now) && now.data == encoding.bytes && now.length == encoding.length;
}

void forget(napi_env env, Encoding& encoding) {
  if (encoding.file) napi_delete_reference(env, encoding.file);
  encoding.file = nullptr;
}

// openEncoder(file): status. The array is kept, its bytes are read in place.
napi_value open_encoder(napi_env env, napi_callback_info info) {
  napi_value values[1];
  Encoding* const encoding = arguments(env, info, values);
  Array file;
  if (!encoding || !array_of(env, values[0], napi_uint8_array, file)) {
    return integer(env, static_cast<int32_t>(Status::kMisuse));
  }
  forget(env, *encoding);
  Status status = encoding->vocabulary.open(static_cast<const uint8_t*>(file.data), file.length);
  if (status == Status::kOk) status = encoding->encoder.open(encoding->vocabulary);
  if (status == Status::kOk && napi_create_reference(env, values[0], 1, &encoding->file) != napi_ok) {
    status = Status::kOutOfMemory;
  }
  encoding->bytes = file.data;
  encoding->length = file.length;
  return integer(env, static_cast<int32_t>(status));
}

void copy_out(Encoding& encoding, const Array& into) {
  if (encoding.ids.size() > 0) std::memcpy(into.data, encoding.ids.data(), encoding.ids.size() * sizeof(uint32_t));
  if (encoding.ids.size() > kKept) encoding.ids.release();
}

// encode(text, into): the count of ids, which stand in `into` if they have room there (else: copyIds), or minus a
// status; with kPieceTooLong `into[0]` is the byte length of the piece.
napi_value encode(napi_env env, napi_callback_info info) {
  napi_value values[2];
  Encoding* const encoding = arguments(env, info, values);
  Array into;
  size_t length = 0;
  const bool good = encoding && array_of(env, values[1], napi_uint32_array, into) && into.length > 0 &&
                    napi_get_value_string_utf16(env, values[0], nullptr, 0, &length) == napi_ok;
  if (!good) return failure(env, Status::kMisuse);
  if (!is_there(env, *encoding)) return failure(env, Status::kInvalidVocabulary);
  Growable<char16_t>& units = encoding->units;
  if (!units.reserve(length + 1)) return failure(env, Status::kOutOfMemory);
  size_t copied = 0;
  if (napi_get_value_string_utf16(env, values[0], units.data(), length + 1, &copied) != napi_ok || copied != length) {
    return failure(env, Status::kMisuse);
  }
  encoding->ids.clear();
  const Status status = encoding->encoder.encode(units.data(), length, encoding->ids);
  encoding->encoder.trim();
  if (length > kKept) units.release();
  if (status == Status::kPieceTooLong) {
    static_cast<uint32_t*>(into.data)[0] = static_cast<uint32_t>(encoding->encoder.piece_bytes());
  }
  if (status != Status::kOk) return failure(env, status);
  const size_t count = encoding->ids.size();
  if (count <= into.length) copy_out(*encoding, into);
  return integer(env, static_cast<int32_t>(count));
}

// copyIds(into): status. The ids of the last text that had no room, once.
napi_value copy_ids(napi_env env, napi_callback_info info) {
  napi_value values[1];
  Encoding* const encoding = arguments(env, info, values);
  Array into;
  const bool good =
      encoding && array_of(env, values[0], napi_uint32_array, into) && into.length >= encoding->ids.size();
  if (good) copy_out(*encoding, into);
  return integer(env, static_cast<int32_t>(good ? Status::kOk : Status::kMisuse));
}

}  // namespace

bool define_encoding(napi_env env, napi_value exports, Encoding& encoding) {
  const struct {
    const char* name;
    napi_callback call;
  } functions[] = {{"openEncoder", open_encoder}, {"encode", encode}, {"copyIds", copy_ids}};
  for (const auto& [name, call] : functions) {
    napi_value function = nullptr;
    if (napi_create_function(env, name, NAPI_AUTO_LENGTH, call, &encoding, &function) != napi_ok ||
        napi_set_named_property(env, exports, name, function) != napi_ok) {
      return false;
    }
  }
  return true;
}

}  // namespace harmony
