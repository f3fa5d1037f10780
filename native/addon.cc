// The door between Node and the core: takes typed arrays apart, calls the core, reports numbers. It makes no objects
// and no messages of errors; lib/engine/native.ts is its only caller and mirrors every name and number here.
//
// The caller guarantees that arrays handed to `start` lie in memory that nobody can detach while threads read it.
// Everything else is checked: arrays are taken apart anew at each call, so one that was detached or resized since is
// only a shorter array.

#include <napi.h>

#include <algorithm>
#include <memory>
#include <random>
#include <vector>

#include "addon_encode.h"
#include "core/batch.h"
#include "core/utf16.h"
#include "core/whole_run.h"
#include "threads.h"

namespace {

using harmony::Batch;
using harmony::Columns;
using harmony::Input;
using harmony::Pass;
using harmony::Status;

// Goes up when names or numbers of this file change.
constexpr uint32_t kInterface = 4;

template <class T>
struct Span {
  T* data = nullptr;
  size_t length = 0;
};

// The memory of a typed array with elements of the size of T; throws if it is another kind of value.
template <class T>
Span<T> span_of(napi_env env, napi_value value) {
  napi_typedarray_type type;
  size_t length = 0;
  void* data = nullptr;
  const napi_status status = napi_get_typedarray_info(env, value, &type, &length, &data, nullptr, nullptr);
  const bool fits = sizeof(T) == 4   ? type == napi_uint32_array || type == napi_int32_array
                    : sizeof(T) == 8 ? type == napi_float64_array
                                     : type == napi_uint8_array;
  if (status != napi_ok || !fits)
    throw Napi::TypeError::New(env, "harmony-wire: not the typed array that belongs here");
  return {static_cast<T*>(data), data ? length : 0};
}

size_t index_of(const Napi::Value& value) {
  const double number = value.As<Napi::Number>().DoubleValue();
  return number >= 0 && number <= 9007199254740991.0 ? static_cast<size_t>(number) : 0;
}

// A vocabulary and what its bytes lie in: the caller's array, or a copy.
struct Loaded {
  harmony::Vocabulary vocabulary;
  Napi::Reference<Napi::Value> file;
  Span<uint8_t> bytes;
  std::vector<uint8_t> copy;

  // The array may have been detached since: looked at before each parse.
  bool is_there(napi_env env) const {
    if (file.IsEmpty()) return true;
    const Span<uint8_t> now = span_of<uint8_t>(env, file.Value());
    return now.data == bytes.data && now.length == bytes.length;
  }
};

// What an environment (main thread or worker) has for itself.
struct Instance {
  std::shared_ptr<Loaded> loaded;
  // For passes in the background, during which an array could be detached. Made when first needed.
  std::shared_ptr<Loaded> copied;
  uint64_t hash_key = 0;
  // Where strings that are not ASCII are made.
  std::vector<char16_t> units;
  // Where the bytes of runs are put together.
  std::vector<uint8_t> run;
  harmony::Encoding encoding;
};

Instance& instance_of(Napi::Env env) {
  return *env.GetInstanceData<Instance>();
}

std::shared_ptr<Loaded> copy_of(const Loaded& loaded) {
  const auto copied = std::make_shared<Loaded>();
  copied->copy.assign(loaded.bytes.data, loaded.bytes.data + loaded.bytes.length);
  const bool good = copied->vocabulary.open(copied->copy.data(), copied->copy.size()) == Status::kOk;
  return good ? copied : nullptr;
}

uint64_t random_key() {
  try {
    std::random_device device;
    return (uint64_t{device()} << 32) ^ device();
  } catch (const std::exception&) {
    // Better than a constant: where the program lies differs from start to start.
    return reinterpret_cast<uintptr_t>(&random_key) * 0x9e3779b97f4a7c15;
  }
}

Input input_of(napi_env env, napi_value tokens, napi_value offsets) {
  const Span<uint32_t> ids = span_of<uint32_t>(env, tokens);
  const Span<uint32_t> bounds = span_of<uint32_t>(env, offsets);
  return {ids.data, ids.length, bounds.data, bounds.length == 0 ? 0 : bounds.length - 1};
}

// The arrays of COLUMN_ORDER in native.ts; how much room there is follows from their lengths.
Columns columns_of(Napi::Env env, const Napi::Value& value) {
  const Napi::Array list = value.As<Napi::Array>();
  uint32_t next = 0;
  auto bytes = [&](uint64_t& room) {
    const Span<uint8_t> span = span_of<uint8_t>(env, list.Get(next++));
    room = std::min<uint64_t>(room, span.length);
    return span.data;
  };
  auto words = [&](uint64_t& room, uint64_t more) {
    const Span<uint32_t> span = span_of<uint32_t>(env, list.Get(next++));
    if (span.length < more) throw Napi::RangeError::New(env, "harmony-wire: a column is too short");
    room = std::min<uint64_t>(room, span.length - more);
    return span.data;
  };
  Columns columns;
  columns.room = {UINT32_MAX - 1, UINT32_MAX - 1, UINT32_MAX};
  columns.sequences = UINT32_MAX;
  columns.sequence_row = words(columns.sequences, 1);
  columns.sequence_mark = words(columns.sequences, 1);
  columns.sequence_length = words(columns.sequences, 0);
  columns.row_form = bytes(columns.room.rows);
  columns.row_flags = bytes(columns.room.rows);
  columns.row_end = bytes(columns.room.rows);
  columns.row_header = words(columns.room.rows, 0);
  columns.row_content = words(columns.room.rows, 1);
  columns.row_start = words(columns.room.rows, 0);
  columns.row_body = words(columns.room.rows, 0);
  columns.row_close = words(columns.room.rows, 0);
  columns.mark_token = words(columns.room.marks, 0);
  columns.mark_id = words(columns.room.marks, 0);
  columns.mark_offset = words(columns.room.marks, 0);
  columns.content = bytes(columns.room.content);
  return columns;
}

// A pass on threads of the pool: everything it touches is kept here until the last of them is through.
struct Background {
  Background(Batch& batch, const Input& input, const Columns& columns, bool fills, Napi::Promise::Deferred settled)
      : columns(columns), pass(batch, input, fills ? &this->columns : nullptr, 0, batch.blocks()), settled(settled) {}

  const Columns columns;
  Pass pass;
  Napi::Promise::Deferred settled;
  std::vector<Napi::Reference<Napi::Value>> kept;
  size_t running = 0;
  // Clears the batch's pointer to this.
  std::shared_ptr<Background>* owner = nullptr;
};

class BackgroundWorker : public Napi::AsyncWorker {
 public:
  BackgroundWorker(Napi::Env env, std::shared_ptr<Background> background, size_t number)
      : Napi::AsyncWorker(env), background_(std::move(background)), number_(number) {}

 protected:
  void Execute() override { background_->pass.work(number_); }
  void OnOK() override {
    if (--background_->running > 0) return;
    const std::shared_ptr<Background> background = background_;
    background->owner->reset();
    background->settled.Resolve(Napi::Number::New(Env(), static_cast<double>(background->pass.status())));
  }

 private:
  const std::shared_ptr<Background> background_;
  const size_t number_;
};

class BatchObject : public Napi::ObjectWrap<BatchObject> {
 public:
  static Napi::Function define(Napi::Env env) {
    return DefineClass(env, "Batch",
                       {
                           InstanceMethod<&BatchObject::plan>("plan"),
                           InstanceMethod<&BatchObject::write>("write"),
                           InstanceMethod<&BatchObject::measure>("measure"),
                           InstanceMethod<&BatchObject::add_up>("addUp"),
                           InstanceMethod<&BatchObject::fill>("fill"),
                           InstanceMethod<&BatchObject::finish>("finish"),
                           InstanceMethod<&BatchObject::start>("start"),
                           InstanceMethod<&BatchObject::cancel>("cancel"),
                           InstanceMethod<&BatchObject::totals>("totals"),
                           InstanceMethod<&BatchObject::copy_headers>("copyHeaders"),
                           InstanceMethod<&BatchObject::release>("release"),
                       });
  }

  explicit BatchObject(const Napi::CallbackInfo& info) : Napi::ObjectWrap<BatchObject>(info) {}

 private:
  static Napi::Value number(Napi::Env env, Status status) {
    return Napi::Number::New(env, static_cast<double>(status));
  }

  bool is_ready(Napi::Env env) const { return !background_ && loaded_ && loaded_->is_there(env); }

  // plan(tokens, offsets, given, maxHeaderBytes, scalar, background): status. Only after `background` may `start`
  // follow.
  Napi::Value plan(const Napi::CallbackInfo& info) {
    if (background_) return number(info.Env(), Status::kMisuse);
    Instance& instance = instance_of(info.Env());
    if (!instance.loaded || !instance.loaded->is_there(info.Env()))
      return number(info.Env(), Status::kInvalidVocabulary);
    startable_ = info[4].As<Napi::Boolean>();
    if (startable_ && !instance.copied) instance.copied = copy_of(*instance.loaded);
    loaded_ = startable_ ? instance.copied : instance.loaded;
    if (!loaded_) return number(info.Env(), Status::kInvalidVocabulary);
    harmony::Options options;
    options.given = info[2].As<Napi::Boolean>();
    options.max_header_bytes = static_cast<uint32_t>(std::min<size_t>(index_of(info[3]), UINT32_MAX));
    options.scalar = info[5].As<Napi::Boolean>();
    options.block_tokens = index_of(info[6]);
    options.hash_key = instance.hash_key;
    return number(info.Env(), batch_.plan(loaded_->vocabulary, options, input_of(info.Env(), info[0], info[1])));
  }

  // write(tokens, offsets, columns): status
  Napi::Value write(const Napi::CallbackInfo& info) {
    if (!is_ready(info.Env())) return number(info.Env(), Status::kMisuse);
    const Input input = input_of(info.Env(), info[0], info[1]);
    return number(info.Env(), batch_.write(input, columns_of(info.Env(), info[2]), nullptr));
  }

  // measure(tokens, offsets, fromBlock, untilBlock, threads): status
  Napi::Value measure(const Napi::CallbackInfo& info) {
    return work(info.Env(), input_of(info.Env(), info[0], info[1]), nullptr, info[2], info[3], info[4]);
  }

  // addUp(): status
  Napi::Value add_up(const Napi::CallbackInfo& info) {
    return number(info.Env(), background_ ? Status::kMisuse : batch_.add_up());
  }

  // fill(tokens, offsets, columns, fromBlock, untilBlock, threads): status
  Napi::Value fill(const Napi::CallbackInfo& info) {
    const Columns columns = columns_of(info.Env(), info[2]);
    return work(info.Env(), input_of(info.Env(), info[0], info[1]), &columns, info[3], info[4], info[5]);
  }

  Napi::Value work(Napi::Env env, const Input& input, const Columns* columns, const Napi::Value& from,
                   const Napi::Value& until, const Napi::Value& threads) {
    if (!is_ready(env) || index_of(until) > batch_.blocks()) return number(env, Status::kMisuse);
    const size_t count = index_of(until) - std::min(index_of(from), index_of(until));
    Pass pass(batch_, input, columns, index_of(from), index_of(until));
    return number(env, harmony::work_off(pass, std::min({index_of(threads), count, Batch::kMaxWorkers})));
  }

  // finish(columns): status
  Napi::Value finish(const Napi::CallbackInfo& info) {
    if (background_) return number(info.Env(), Status::kMisuse);
    return number(info.Env(), batch_.finish(columns_of(info.Env(), info[0])));
  }

  // start(tokens, offsets, columns | null, threads): Promise<status>
  Napi::Value start(const Napi::CallbackInfo& info) {
    const Napi::Env env = info.Env();
    const auto settled = Napi::Promise::Deferred::New(env);
    if (!startable_ || !is_ready(env)) {
      settled.Resolve(number(env, Status::kMisuse));
      return settled.Promise();
    }
    const bool fills = !info[2].IsNull();
    background_ = std::make_shared<Background>(batch_, input_of(env, info[0], info[1]),
                                               fills ? columns_of(env, info[2]) : Columns(), fills, settled);
    background_->owner = &background_;
    keep(info.This());
    for (size_t i = 0; i < 3; i++) keep(info[i]);
    const size_t wanted = std::min({index_of(info[3]), batch_.blocks(), Batch::kMaxWorkers});
    background_->running = std::max<size_t>(wanted, 1);
    for (size_t i = 0, count = background_->running; i < count; i++) {
      (new BackgroundWorker(env, background_, i))->Queue();
    }
    return settled.Promise();
  }

  void keep(const Napi::Value& value) {
    if (value.IsObject()) background_->kept.push_back(Napi::Reference<Napi::Value>::New(value, 1));
  }

  // cancel(): the pass that `start` began ends soon, with kCancelled
  void cancel(const Napi::CallbackInfo&) {
    if (background_) background_->pass.cancel();
  }

  // totals(numbers): rows, marks, bytes of content, headers, bytes of headers, blocks
  void totals(const Napi::CallbackInfo& info) {
    const Span<double> numbers = span_of<double>(info.Env(), info[0]);
    const harmony::Counts& counts = batch_.totals();
    const uint64_t all[] = {
        counts.rows, counts.marks, counts.content, batch_.headers().count(), batch_.headers().bytes(), batch_.blocks()};
    for (size_t i = 0; i < std::min(numbers.length, std::size(all)); i++) {
      numbers.data[i] = static_cast<double>(all[i]);
    }
  }

  // copyHeaders(headerOffset, headerBytes): status
  Napi::Value copy_headers(const Napi::CallbackInfo& info) {
    const Span<uint32_t> offsets = span_of<uint32_t>(info.Env(), info[0]);
    const Span<uint8_t> bytes = span_of<uint8_t>(info.Env(), info[1]);
    const harmony::Interner& headers = batch_.headers();
    const bool fits = offsets.length > headers.count() && bytes.length >= headers.bytes();
    if (background_ || !fits) return number(info.Env(), Status::kMisuse);
    batch_.copy_headers(offsets.data, bytes.data);
    return number(info.Env(), Status::kOk);
  }

  // release(): the batch holds no memory of the last parse any more
  void release(const Napi::CallbackInfo&) {
    if (background_) return;
    batch_.release();
    loaded_.reset();
  }

  Batch batch_;
  std::shared_ptr<Loaded> loaded_;
  std::shared_ptr<Background> background_;
  bool startable_ = false;
};

// setVocabulary(file): status. The array is kept, its bytes are read in place.
Napi::Value set_vocabulary(const Napi::CallbackInfo& info) {
  const Span<uint8_t> file = span_of<uint8_t>(info.Env(), info[0]);
  const auto loaded = std::make_shared<Loaded>();
  const Status status = loaded->vocabulary.open(file.data, file.length);
  if (status == Status::kOk) {
    loaded->file = Napi::Reference<Napi::Value>::New(info[0], 1);
    loaded->bytes = file;
    instance_of(info.Env()).loaded = loaded;
    instance_of(info.Env()).copied.reset();
  }
  return Napi::Number::New(info.Env(), static_cast<double>(status));
}

// Called once a string, so on plain node_api. ASCII does not come here: Node's own `latin1Slice` is faster.
// decode(bytes, from, until): string | undefined (no such range, or too long for a string)
napi_value decode(napi_env env, napi_callback_info info) {
  size_t count = 3;
  napi_value values[3];
  double from = 0;
  double until = 0;
  napi_typedarray_type type;
  size_t length = 0;
  void* data = nullptr;
  napi_value string = nullptr;
  const bool good = napi_get_cb_info(env, info, &count, values, nullptr, nullptr) == napi_ok && count == 3 &&
                    napi_get_typedarray_info(env, values[0], &type, &length, &data, nullptr, nullptr) == napi_ok &&
                    type == napi_uint8_array && napi_get_value_double(env, values[1], &from) == napi_ok &&
                    napi_get_value_double(env, values[2], &until) == napi_ok;
  if (!good || !(from >= 0 && from <= until && until <= static_cast<double>(length)) || !data) return nullptr;
  const uint8_t* const bytes = static_cast<uint8_t*>(data) + static_cast<size_t>(from);
  const size_t size = static_cast<size_t>(until) - static_cast<size_t>(from);
  // Kept between calls up to a size, so that a string costs no allocation.
  constexpr size_t kKept = size_t{1} << 20;
  void* held = nullptr;
  if (napi_get_instance_data(env, &held) != napi_ok || !held) return nullptr;
  std::vector<char16_t>& units = static_cast<Instance*>(held)->units;
  try {
    if (units.size() < size) units.resize(size);
  } catch (const std::exception&) {
    return nullptr;
  }
  napi_create_string_utf16(env, units.data(), harmony::decode_utf8(bytes, size, units.data()), &string);
  if (units.size() > kKept) std::vector<char16_t>().swap(units);
  return string;
}

// Called once a run of a stream's ids, so on plain node_api.
// decodeRun(tokens, from, until, taken): string | undefined (misuse). `taken[0]` becomes the count of ids it holds:
// ordinary tokens from `from` on, whole characters only.
napi_value decode_run(napi_env env, napi_callback_info info) {
  size_t count = 4;
  napi_value values[4];
  napi_typedarray_type types[2];
  size_t lengths[2] = {0, 0};
  void* data[2] = {nullptr, nullptr};
  uint32_t from = 0;
  uint32_t until = 0;
  void* held = nullptr;
  const bool good =
      napi_get_cb_info(env, info, &count, values, nullptr, nullptr) == napi_ok && count == 4 &&
      napi_get_typedarray_info(env, values[0], &types[0], &lengths[0], &data[0], nullptr, nullptr) == napi_ok &&
      napi_get_value_uint32(env, values[1], &from) == napi_ok &&
      napi_get_value_uint32(env, values[2], &until) == napi_ok &&
      napi_get_typedarray_info(env, values[3], &types[1], &lengths[1], &data[1], nullptr, nullptr) == napi_ok &&
      (types[0] == napi_uint32_array || types[0] == napi_int32_array) && types[1] == napi_uint32_array &&
      napi_get_instance_data(env, &held) == napi_ok && held;
  if (!good || from > until || until > lengths[0] || lengths[1] == 0 || !data[0] || !data[1]) return nullptr;
  Instance& instance = *static_cast<Instance*>(held);
  // The file may have been detached since it was opened: looked at before each run.
  try {
    if (!instance.loaded || !instance.loaded->is_there(env)) return nullptr;
  } catch (const Napi::Error&) {
    return nullptr;
  }
  // Sixteen bytes a token are enough for all but a few; a run that finds no more room ends early.
  constexpr size_t kMostTokens = 1 << 14;
  const size_t wanted = std::min<size_t>(until - from, kMostTokens);
  const size_t room = (wanted + 16) * harmony::kSlotBytes;
  try {
    if (instance.run.size() < room) instance.run.resize(room);
    if (instance.units.size() < room) instance.units.resize(room);
  } catch (const std::exception&) {
    return nullptr;
  }
  const harmony::Ids ids{static_cast<const uint32_t*>(data[0]) + from, wanted, lengths[0] - from};
  const harmony::WholeRun run = harmony::copy_whole_run(instance.loaded->vocabulary, ids, instance.run.data(), room);
  static_cast<uint32_t*>(data[1])[0] = static_cast<uint32_t>(run.taken);
  napi_value string = nullptr;
  const uint8_t* const bytes = instance.run.data();
  if (run.ascii) {
    napi_create_string_latin1(env, reinterpret_cast<const char*>(bytes), run.length, &string);
  } else {
    char16_t* const units = instance.units.data();
    napi_create_string_utf16(env, units, harmony::decode_utf8(bytes, run.length, units), &string);
  }
  return string;
}

Napi::Object init(Napi::Env env, Napi::Object exports) {
#if defined(__x86_64__) && defined(__GNUC__)
  // The build uses no more than x86-64-v2; on an older processor the js engine takes over.
  if (!__builtin_cpu_supports("sse4.2") || !__builtin_cpu_supports("popcnt")) {
    throw Napi::Error::New(env, "this processor is older than x86-64-v2");
  }
#endif
  auto* const instance = new Instance;
  instance->hash_key = random_key();
  env.SetInstanceData(instance);
  exports.Set("interface", Napi::Number::New(env, kInterface));
  exports.Set("lane", Napi::String::New(env, harmony::FastLane::kName));
  exports.Set("Batch", BatchObject::define(env));
  exports.Set("setVocabulary", Napi::Function::New<set_vocabulary>(env, "setVocabulary"));
  napi_value function = nullptr;
  if (napi_create_function(env, "decode", NAPI_AUTO_LENGTH, decode, nullptr, &function) == napi_ok) {
    exports.Set("decode", function);
  }
  if (napi_create_function(env, "decodeRun", NAPI_AUTO_LENGTH, decode_run, nullptr, &function) == napi_ok) {
    exports.Set("decodeRun", function);
  }
  if (!harmony::define_encoding(env, exports, instance->encoding)) {
    throw Napi::Error::New(env, "harmony-wire: functions cannot be made");
  }
  return exports;
}

}  // namespace

NODE_API_MODULE(NODE_GYP_MODULE_NAME, init)
