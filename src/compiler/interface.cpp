// SPDX-License-Identifier: Apache-2.0
// The compiler's C interface: each operation runs on a job's thread.
#include "abi/compiler_interface.h"

#include <llvm/Config/llvm-config.h>

#include <algorithm>
#include <memory>

#include "abi/cancelled.h"
#include "compiler/compiler.h"
#include "compiler/jobs/job_threads.h"
#include "compiler/jobs/jobs.h"
#include "support/build_id.h"
#include "support/cancellation.h"

struct hdc_result {
  heddle::compiler::Outcome outcome;
};

namespace heddle::compiler {
namespace {

thread_local constinit const int* cancelled_by = nullptr;

std::string copy(const char* text) {
  return text ? text : "";
}
std::string copy(hdc_bytes bytes) {
  return {static_cast<const char*>(bytes.data), bytes.size};
}
std::span<const unsigned char> view(const std::string& bytes) {
  return {reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size()};
}

/// A call with copies of its inputs: if LLVM gives up, the job's thread keeps them for ever.
struct Call {
  Compiler compiler;
  std::string source, options;
  std::vector<std::string> names, buffers;
  std::vector<hdc_spec_constant> constants;
  VariantKey key;
  Outcome outcome;
};

std::shared_ptr<Call> make_call(const hdc_target* target, const char* options) {
  auto call = std::make_shared<Call>();
  call->compiler.target = {copy(target->cpu),      copy(target->extensions), target->context,
                           target->opencl_version, target->sub_group_size,   cancelled_by};
  call->options = copy(options);
  return call;
}

/// Returns the result of `make`; null if there is not enough memory for it.
template <class Make>
hdc_result* result_of(Make make) noexcept {
  try {
    return make();
  } catch (...) {
    return nullptr;
  }
}

hdc_result* make_result(Call& call, const std::optional<std::string>& failure) noexcept {
  return result_of([&]() -> hdc_result* {
    if (!failure) return new hdc_result{std::move(call.outcome)};
    if (*failure == kOutOfMemory) return nullptr;
    return new hdc_result{{HDC_INTERNAL_ERROR, *failure + "\n", {}}};
  });
}

hdc_result* run(const std::shared_ptr<Call>& call, void (*work)(Call&)) {
  const auto failure = run_job([call, work] {
    if (!is_cancelled(call->compiler.target.cancelled)) return work(*call);
    call->outcome = {HDC_FAILURE, std::string(kCancelled) + '\n', {}};
  });
  return make_result(*call, failure);
}

hdc_result* compile(const hdc_target* target, hdc_bytes source, const char* options,
                    const hdc_header* headers, size_t num_headers) {
  return result_of([=] {
    const auto call = make_call(target, options);
    call->source = copy(source);
    for (const auto& header : std::span(headers, num_headers)) {
      call->names.push_back(copy(header.name));
      call->buffers.push_back(copy(header.source));
    }
    return run(call, [](Call& call) {
      std::vector<Header> headers;
      for (size_t i = 0; i < call.names.size(); ++i)
        headers.push_back({call.names[i], call.buffers[i]});
      call.outcome = call.compiler.compile(call.source, call.options, headers);
    });
  });
}

hdc_result* build(const hdc_target* target, hdc_bytes source, const char* options) {
  return result_of([=] {
    const auto call = make_call(target, options);
    call->source = copy(source);
    return run(call,
               [](Call& call) { call.outcome = call.compiler.build(call.source, call.options); });
  });
}

hdc_result* inspect_il(const hdc_target* target, hdc_bytes module) {
  return result_of([=] {
    const auto call = make_call(target, nullptr);
    call->source = copy(module);
    return run(call,
               [](Call& call) { call.outcome = call.compiler.inspect_il(view(call.source)); });
  });
}

std::shared_ptr<Call> make_il(const hdc_target* target, const hdc_il* il, const char* options) {
  auto call = make_call(target, options);
  call->source = copy(il->module);
  call->constants.assign(il->constants, il->constants + il->num_constants);
  return call;
}

hdc_result* compile_il(const hdc_target* target, const hdc_il* il, const char* options) {
  return result_of([=] {
    return run(make_il(target, il, options), [](Call& call) {
      call.outcome = call.compiler.compile_il({view(call.source), call.constants}, call.options);
    });
  });
}

hdc_result* build_il(const hdc_target* target, const hdc_il* il, const char* options) {
  return result_of([=] {
    return run(make_il(target, il, options), [](Call& call) {
      call.outcome = call.compiler.build_il({view(call.source), call.constants}, call.options);
    });
  });
}

hdc_result* link(const hdc_target* target, const hdc_bytes* records, size_t num_records,
                 const char* options) {
  return result_of([=] {
    const auto call = make_call(target, options);
    for (const auto& record : std::span(records, num_records))
      call->buffers.push_back(copy(record));
    return run(call, [](Call& call) {
      std::vector<std::span<const unsigned char>> records;
      for (const auto& buffer : call.buffers) records.push_back(view(buffer));
      call.outcome = call.compiler.link(records, call.options);
    });
  });
}

std::shared_ptr<Call> make_generate(const hdc_target* target, hdc_bytes record, const char* name,
                                    const hdc_variant_key* key) {
  auto call = make_call(target, nullptr);
  call->source = copy(record);
  if (name) call->names.push_back(name);
  if (key) call->key = from_c(*key);
  return call;
}

void do_generate(Call& call) {
  const auto* name = call.names.empty() ? nullptr : &call.names.front();
  call.outcome = call.compiler.generate(view(call.source), name, call.key);
}

hdc_result* generate(const hdc_target* target, hdc_bytes record, const char* name,
                     const hdc_variant_key* key) {
  return result_of([=] { return run(make_generate(target, record, name, key), do_generate); });
}

void generate_later(const hdc_target* target, hdc_bytes record, const char* name,
                    const hdc_variant_key* key, hdc_done done, void* user_data) {
  try {
    const auto call = make_generate(target, record, name, key);
    start_job([call] { do_generate(*call); },
              [call, done, user_data](const std::optional<std::string>& failure) {
                done(user_data, make_result(*call, failure));
              });
  } catch (...) {
    done(user_data, nullptr);
  }
}

hdc_status status(const hdc_result* result) {
  return result->outcome.status;
}
const char* log(const hdc_result* result) {
  return result->outcome.log.c_str();
}
hdc_bytes record(const hdc_result* result) {
  return {result->outcome.record.data(), result->outcome.record.size()};
}
hdc_bytes file_uses(const hdc_result* result) {
  return {result->outcome.file_uses.data(), result->outcome.file_uses.size()};
}
void free_result(hdc_result* result) {
  delete result;
}

int after_fork(int in_child) {
  return after_fork_of_jobs(in_child != 0);
}

const hdc_interface* table() {
  static const hdc_interface interface = {
      .version = HDC_INTERFACE_VERSION,
      .build_id = build_id(),
      .llvm_version = LLVM_VERSION_STRING,
      .compile = compile,
      .build = build,
      .link = link,
      .generate = generate,
      .generate_later = generate_later,
      .inspect_il = inspect_il,
      .compile_il = compile_il,
      .build_il = build_il,
      .status = status,
      .log = log,
      .record = record,
      .file_uses = file_uses,
      .free_result = free_result,
      .before_fork = before_fork_of_jobs,
      .after_fork = after_fork,
  };
  return &interface;
}

}  // namespace
}  // namespace heddle::compiler

extern "C" {
__attribute__((visibility("default"))) const hdc_interface* heddle_compiler_interface(
    uint32_t version);
__attribute__((visibility("default"))) void heddle_compiler_cancel_with(const int* flag);
}

void heddle_compiler_cancel_with(const int* flag) {
  heddle::compiler::cancelled_by = flag;
}

const hdc_interface* heddle_compiler_interface(uint32_t version) {
  return version == HDC_INTERFACE_VERSION ? heddle::compiler::table() : nullptr;
}
