// SPDX-License-Identifier: Apache-2.0
#include "runtime/code/remote_compiler.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <deque>
#include <memory>
#include <span>
#include <string_view>
#include <utility>

#include "abi/compile_message.h"
#include "devices/cpu/topology.h"
#include "helper/request.h"
#include "support/background.h"
#include "support/build_id.h"
#include "support/cancellation.h"
#include "support/environment.h"
#include "support/mutex.h"
#include "support/options.h"

struct hdc_result {
  heddle::CompileReply reply;
};

namespace heddle {
namespace {

using Operation = CompileRequest::Operation;

helper::Program& program() {
  static auto& program = *new helper::Program("heddle-compile", helper::Kin::Nobodys);
  return program;
}

constexpr uint64_t kMegabyte = uint64_t{1} << 20;

uint64_t memory_limit() {
  const uint64_t given = options().compiler_memory;
  return given ? std::min(given, UINT64_MAX / kMegabyte) * kMegabyte
               : cpu::topology().memory_bytes / 2;
}

helper::Limits limits() {
  const uint64_t seconds = std::clamp<uint64_t>(options().compiler_seconds, 1, 1'000'000);
  return {.cpu_seconds = seconds,
          .wall_seconds = seconds * 4 + 60,
          .address_bytes = 0,
          .data_bytes = memory_limit()};
}

/// Makes the sentence for the process's last words.
std::string failure(const std::string& complaint) {
  const std::string ended = "the compiler's process failed: ";
  if (complaint == helper::kTooLong) {
    return ended + "the program needs more than " + std::to_string(limits().cpu_seconds) +
           " seconds of processor time (HEDDLE_COMPILER_SECONDS)\n";
  }
  return ended + (complaint.empty() ? "it ended without a word" : complaint) + "\n";
}

CompileReply failed(hdc_status status, std::string log) {
  CompileReply reply;
  reply.status = status;
  reply.log = std::move(log);
  return reply;
}

CompileReply ask(const CompileRequest& request) {
  Cancellation* const cancellation = Cancellation::current();
  auto outcome = helper::request(program(), {0, 0, limits()}, pack(request), ".", cancellation);
  if (!outcome) return failed(HDC_INTERNAL_ERROR, outcome.error().why + "\n");
  const auto& [output, complaint, is_whole] = outcome.value();
  if (!is_whole && cancellation && cancellation->is_cancelled())
    return failed(HDC_FAILURE, std::string(kCancelled) + '\n');
  if (!is_whole) return failed(HDC_FAILURE, failure(complaint));
  auto reply = unpack_reply(output);
  if (!reply) return failed(HDC_FAILURE, failure("its answer is not one"));
  // Reports and the log, which the process cannot deliver otherwise.
  if (!complaint.empty()) std::fprintf(stderr, "%s\n", complaint.c_str());
  if (!reply->out_of_memory) return *std::move(reply);
  return failed(HDC_FAILURE, failure("the program needs more than " +
                                     std::to_string(memory_limit() / kMegabyte) +
                                     " MB of memory (HEDDLE_COMPILER_MEMORY)"));
}

hdc_result* result_of(const CompileRequest& request) noexcept {
  try {
    return new hdc_result{ask(request)};
  } catch (...) {
    return nullptr;
  }
}

// ---- The functions of the interface.

std::string copy(hdc_bytes bytes) {
  return {static_cast<const char*>(bytes.data), bytes.size};
}

CompileRequest request_of(Operation operation, const hdc_target* target, const char* options,
                          hdc_bytes input) {
  CompileRequest request;
  request.operation = operation;
  request.cpu = target->cpu;
  request.sub_group_size = target->sub_group_size;
  request.extensions = target->extensions;
  request.context = target->context;
  request.opencl_version = target->opencl_version;
  if (options) request.options = options;
  request.input = copy(input);
  return request;
}

/// Returns the result of `make`; null if there is not enough memory for it.
template <class Make>
hdc_result* asked(Make make) noexcept {
  try {
    return result_of(make());
  } catch (...) {
    return nullptr;
  }
}

hdc_result* compile(const hdc_target* target, hdc_bytes source, const char* options,
                    const hdc_header* headers, size_t num_headers) {
  return asked([=] {
    auto request = request_of(Operation::Compile, target, options, source);
    for (const hdc_header& header : std::span(headers, num_headers))
      request.headers.push_back({header.name, copy(header.source)});
    return request;
  });
}

hdc_result* build(const hdc_target* target, hdc_bytes source, const char* options) {
  return asked([=] { return request_of(Operation::Build, target, options, source); });
}

hdc_result* link(const hdc_target* target, const hdc_bytes* records, size_t num_records,
                 const char* options) {
  return asked([=] {
    auto request = request_of(Operation::Link, target, options, {});
    for (const hdc_bytes record : std::span(records, num_records))
      request.records.push_back(copy(record));
    return request;
  });
}

CompileRequest generate_request(const hdc_target* target, hdc_bytes record, const char* name,
                                const hdc_variant_key* key) {
  auto request = request_of(Operation::Generate, target, nullptr, record);
  request.has_name = name != nullptr;
  if (name) request.name = name;
  if (key) request.key = from_c(*key);
  return request;
}

hdc_result* generate(const hdc_target* target, hdc_bytes record, const char* name,
                     const hdc_variant_key* key) {
  return asked([=] { return generate_request(target, record, name, key); });
}

hdc_result* inspect_il(const hdc_target* target, hdc_bytes module) {
  return asked([=] { return request_of(Operation::InspectIL, target, nullptr, module); });
}

hdc_result* of_il(Operation operation, const hdc_target* target, const hdc_il* il,
                  const char* options) {
  return asked([=] {
    auto request = request_of(operation, target, options, il->module);
    request.constants.assign(il->constants, il->constants + il->num_constants);
    return request;
  });
}

hdc_result* compile_il(const hdc_target* target, const hdc_il* il, const char* options) {
  return of_il(Operation::CompileIL, target, il, options);
}

hdc_result* build_il(const hdc_target* target, const hdc_il* il, const char* options) {
  return of_il(Operation::BuildIL, target, il, options);
}

// ---- Later requests: as many threads wait for answers as there are compute units.

struct Later {
  CompileRequest request;
  hdc_done done;
  void* user_data;
};

struct Waiting {
  Mutex mutex;
  std::deque<std::unique_ptr<Later>> queue GUARDED_BY(mutex);
  size_t threads GUARDED_BY(mutex) = 0;
};

/// Returns the waiting threads' state. A forked child has its own: the threads are its parent's.
std::shared_ptr<Waiting>& waiting() {
  static auto& waiting = *new std::shared_ptr<Waiting>(std::make_shared<Waiting>());
  return waiting;
}

void work_off(const std::shared_ptr<Waiting>& waiting) {
  for (;;) {
    std::unique_ptr<Later> next;
    {
      const Lock lock(waiting->mutex);
      if (waiting->queue.empty()) {
        --waiting->threads;
        return;
      }
      next = std::move(waiting->queue.front());
      waiting->queue.pop_front();
    }
    next->done(next->user_data, result_of(next->request));
  }
}

void generate_later(const hdc_target* target, hdc_bytes record, const char* name,
                    const hdc_variant_key* key, hdc_done done, void* user_data) {
  bool is_queued = false;
  const std::shared_ptr<Waiting> all = waiting();
  try {
    auto later = std::make_unique<Later>(
        Later{generate_request(target, record, name, key), done, user_data});
    const Lock lock(all->mutex);
    all->queue.push_back(std::move(later));
    is_queued = true;
    if (all->threads >= cpu::topology().units.size()) return;
    ++all->threads;
  } catch (...) {
    if (!is_queued) return done(user_data, nullptr);
  }
  if (!run_in_background([all] { work_off(all); })) work_off(all);
}

// ---- Results, and forks.

hdc_status status(const hdc_result* result) {
  return result->reply.status;
}
const char* log(const hdc_result* result) {
  return result->reply.log.c_str();
}
hdc_bytes record(const hdc_result* result) {
  return {result->reply.record.data(), result->reply.record.size()};
}
hdc_bytes file_uses(const hdc_result* result) {
  return {result->reply.file_uses.data(), result->reply.file_uses.size()};
}
void free_result(hdc_result* result) {
  delete result;
}
// The lock is kept from before the fork until after it.
void before_fork() NO_THREAD_SAFETY_ANALYSIS {
  waiting()->mutex.lock();
}
int after_fork(int in_child) NO_THREAD_SAFETY_ANALYSIS {
  waiting()->mutex.unlock();
  if (in_child) waiting() = std::make_shared<Waiting>();
  return 1;
}

/// Lists the variables that the compiler reads.
std::vector<std::string> passed_on() {
  std::vector<std::string> variables;
  if (secure_execution()) return variables;
  for (char** each = environ; *each; ++each) {
    const std::string_view variable = *each;
    if (variable.starts_with("HEDDLE_") || variable.starts_with("TMPDIR="))
      variables.emplace_back(variable);
  }
  return variables;
}

}  // namespace

const hdc_interface* remote_compiler(const std::string& library) {
  static const hdc_interface& table = *[&] {
    program().start_with({library}, passed_on());
    return new hdc_interface{
        .version = HDC_INTERFACE_VERSION,
        .build_id = build_id(),
        .llvm_version = "",
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
        .before_fork = before_fork,
        .after_fork = after_fork,
    };
  }();
  return &table;
}

}  // namespace heddle
