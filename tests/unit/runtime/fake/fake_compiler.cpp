// SPDX-License-Identifier: Apache-2.0
// Serves hdc_interface for tests. What it "compiles" is told by words in the source: `error` fails,
// `kernel NAME` makes a kernel, `lazy` leaves the objects to generate. The option -bad is unknown.
#include <atomic>
#include <chrono>
#include <fstream>
#include <iterator>
#include <new>
#include <shared_mutex>
#include <sstream>
#include <thread>

#include "abi/compiler_interface.h"
#include "abi/program_record.h"
#include "counts.h"
#include "support/build_id.h"

using namespace heddle;

struct hdc_result {
  hdc_status status = HDC_SUCCESS;
  std::string log;
  std::vector<unsigned char> record;
};

namespace {

std::atomic<int> compilations{0};
fake::Counts counts;
std::atomic<int> delay{0};  // ms that generating a kernel takes
std::atomic<bool> held{false};

/// What begins while the compiler is held goes on when it is let go.
void wait_if_held() {
  held.wait(true);
}

const std::vector<unsigned char> kIR{'B', 'C'};

std::vector<unsigned char> object() {
  std::ifstream in(HEDDLE_FILL_OBJECT, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

KernelRecord kernel(const std::string& name) {
  KernelRecord record;
  record.name = name;
  record.attributes = "vec_type_hint(int)";
  record.has_arg_info = true;
  using K = ArgKind;
  using A = AddressSpace;
  record.args = {
      {"out", "int*", K::Pointer, A::Global, Access::None, ImageType::None, 0, 8, 0, 4},
      {"value", "int", K::Value, A::Private, Access::None, ImageType::None, 0, 4, 8, 1},
      {"tmp", "int*", K::Local, A::Local, Access::None, ImageType::None, 0, 8, 16, 4},
      {"unused", "float3", K::Value, A::Private, Access::None, ImageType::None, 0, 16, 32, 1}};
  record.arg_block_size = 48;
  record.local_size = 4;
  record.private_size = 12;
  record.context_per_item = 16;
  record.max_group_size = 1024;
  if (name == "required") record.required_group_size = {8, 4, 1};
  record.wants_local_size = name.starts_with("sized") || name == "unsizable" || name == "misfit";
  if (name == "sized_required") record.required_group_size = {8, 1, 1};
  if (name.starts_with("bare")) record.args.resize(2);
  if (name == "lanes") record.lane_width = 32;
  if (name == "gathers") record.lane_width = 16, record.vector_items = 8;
  if (name == "hungry") record.context_per_item = uint64_t{1} << 28;
  return record;
}

hdc_result* answer(hdc_status status, std::string log, const ProgramRecord* record = nullptr) {
  ++compilations;
  return new hdc_result{status, std::move(log),
                        record ? serialize(*record) : std::vector<unsigned char>()};
}

hdc_result* translate(const hdc_target* target, hdc_bytes source, const char* options,
                      ProgramKind kind) {
  const std::string text(static_cast<const char*>(source.data), source.size);
  if (std::string_view(options).find("-bad") != std::string_view::npos) {
    return answer(HDC_INVALID_OPTIONS, "unknown option -bad\n");
  }
  if (text.find("error") != std::string::npos) return answer(HDC_FAILURE, "<source>:1: error\n");
  wait_if_held();
  ProgramRecord record;
  record.kind = kind;
  record.options = options;
  record.cpu = target->cpu;
  record.sub_group_size = target->sub_group_size;
  record.from_source = true;
  record.uniform_groups_only = text.find("uniform") != std::string::npos;
  record.ir = kIR;
  const bool lazy = text.find("lazy") != std::string::npos;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (word != "kernel" || !(words >> word)) continue;
    record.kernels.push_back(kernel(word));
    if (lazy) record.kernels.back().max_group_size = 0;
    if (!lazy && kind == ProgramKind::Executable) record.kernels.back().object = object();
  }
  if (text.find("globals") != std::string::npos) {
    record.globals.size = 64;  // int* counter_pointer = &counter; int counter = 42;
    record.globals.variables_size = 12;
    record.globals.init = {0, 0, 0, 0, 0, 0, 0, 0, 42};
    record.globals.relocations = {{0, 8}};
  }
  return answer(HDC_SUCCESS, "compiled\n", &record);
}

hdc_result* compile(const hdc_target* target, hdc_bytes source, const char* options,
                    const hdc_header* headers, size_t num_headers) {
  std::string text(static_cast<const char*>(source.data), source.size);
  for (size_t i = 0; i < num_headers; ++i) {
    text.append(" ").append(static_cast<const char*>(headers[i].source.data),
                            headers[i].source.size);
  }
  return translate(target, {text.data(), text.size()}, options, ProgramKind::CompiledObject);
}

hdc_result* build(const hdc_target* target, hdc_bytes source, const char* options) {
  return translate(target, source, options, ProgramKind::Executable);
}

/// A module is a source; it has one specialisation constant.
hdc_result* inspect_il(const hdc_target*, hdc_bytes) {
  const hdc_spec_constant constant{7, 4, 0};
  const auto* bytes = reinterpret_cast<const unsigned char*>(&constant);
  return new hdc_result{HDC_SUCCESS, {}, {bytes, bytes + sizeof(constant)}};
}

hdc_result* compile_il(const hdc_target* target, const hdc_il* il, const char* options) {
  return translate(target, il->module, options, ProgramKind::CompiledObject);
}

hdc_result* build_il(const hdc_target* target, const hdc_il* il, const char* options) {
  return translate(target, il->module, options, ProgramKind::Executable);
}

hdc_result* link(const hdc_target* target, const hdc_bytes* records, size_t num_records,
                 const char* options) {
  const std::string_view text = options;
  if (text.find("-bad") != std::string_view::npos) return answer(HDC_INVALID_OPTIONS, "-bad\n");
  ProgramRecord out;
  out.kind = text.find("-create-library") != std::string_view::npos ? ProgramKind::Library
                                                                    : ProgramKind::Executable;
  out.options = options;
  out.cpu = target->cpu;
  out.sub_group_size = target->sub_group_size;
  out.ir = kIR;
  for (size_t i = 0; i < num_records; ++i) {
    const auto in =
        deserialize({static_cast<const unsigned char*>(records[i].data), records[i].size});
    if (!in || in->ir != kIR) return answer(HDC_INVALID_INPUT, "bad record\n");
    for (const KernelRecord& each : in->kernels) {
      if (each.name == "unlinkable") return answer(HDC_FAILURE, "undefined function\n");
      out.kernels.push_back(each);
      if (out.kind == ProgramKind::Executable) out.kernels.back().object = object();
    }
  }
  return answer(HDC_SUCCESS, "linked\n", &out);
}

hdc_result* generate(const hdc_target*, hdc_bytes bytes, const char* name,
                     const hdc_variant_key* key) {
  auto record = deserialize({static_cast<const unsigned char*>(bytes.data), bytes.size});
  if (!record) return answer(HDC_INVALID_INPUT, "bad record\n");
  if (record->ir != kIR) return answer(HDC_INVALID_INPUT, "bad IR\n");
  const std::string wanted = name;
  const bool sized = key->local_size[0] != 0;
  const bool waits = held;  // one that is counted before the compiler is held does not
  ++(sized ? counts.sized : key->wide_ids ? counts.wide : counts.generic);
  if (waits) wait_if_held();
  std::this_thread::sleep_for(std::chrono::milliseconds(delay));
  if (wanted == "unsizable" && sized) return answer(HDC_FAILURE, "too many registers\n");
  record->kernels = {kernel(wanted)};
  record->kernels[0].object = object();
  if (wanted == "misfit" && sized) record->kernels[0].local_size = 400;
  if (sized) record->kernels[0].context_per_item = 8;
  if (key->sub_group_size == 1) record->kernels[0].lane_width = 1;
  record->ir.clear();
  record->globals = {};
  return answer(HDC_SUCCESS, "", &*record);
}

/// Waits until nobody holds it.
std::shared_mutex& running() {
  static std::shared_mutex& mutex = *new std::shared_mutex;
  return mutex;
}

void generate_later(const hdc_target* target, hdc_bytes bytes, const char* name,
                    const hdc_variant_key* key, hdc_done done, void* user_data) {
  const auto* data = static_cast<const unsigned char*>(bytes.data);
  std::thread([=, cpu = std::string(target->cpu), record = std::vector(data, data + bytes.size),
               kernel = std::string(name), given = *key] {
    const std::shared_lock lock(running());
    const hdc_target target{cpu.c_str(), "", 0, 220, 0};
    done(user_data, generate(&target, {record.data(), record.size()}, kernel.c_str(), &given));
  }).detach();
}

}  // namespace

extern "C" __attribute__((visibility("default"))) int fake_compilations() {
  return compilations;
}

extern "C" __attribute__((visibility("default"))) fake::Counts* fake_counts() {
  return &counts;
}

extern "C" __attribute__((visibility("default"))) void fake_hold(bool on) {
  held = on;
  held.notify_all();
}

extern "C" __attribute__((visibility("default"))) void fake_delay(int ms) {
  delay = ms;
}

extern "C" __attribute__((visibility("default"))) const hdc_interface* heddle_compiler_interface(
    uint32_t version) {
  static const hdc_interface table = {
      .version = HDC_INTERFACE_VERSION,
      .build_id = build_id(),
      .llvm_version = "none",
      .compile = compile,
      .build = build,
      .link = link,
      .generate = generate,
      .generate_later = generate_later,
      .inspect_il = inspect_il,
      .compile_il = compile_il,
      .build_il = build_il,
      .status = [](const hdc_result* result) { return result->status; },
      .log = [](const hdc_result* result) { return result->log.c_str(); },
      .record =
          [](const hdc_result* result) {
            return hdc_bytes{result->record.data(), result->record.size()};
          },
      .file_uses = [](const hdc_result*) { return hdc_bytes{}; },
      .free_result = [](hdc_result* result) { delete result; },
      .before_fork = [] { running().lock(); },
      .after_fork =
          [](int in_child) {
            if (in_child)
              new (&running()) std::shared_mutex;
            else
              running().unlock();
            return 1;
          },
  };
  return version == HDC_INTERFACE_VERSION ? &table : nullptr;
}
