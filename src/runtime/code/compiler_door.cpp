// SPDX-License-Identifier: Apache-2.0
#include "runtime/code/compiler_door.h"

#include <CL/cl.h>
#include <dlfcn.h>
#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <memory>
#include <new>

#include "abi/cancelled.h"
#include "abi/program_record.h"
#include "platform/device.h"
#include "platform/extensions.h"
#include "platform/overrides.h"
#include "platform/process_checks.h"
#include "runtime/code/remote_compiler.h"
#include "support/background.h"
#include "support/beside.h"
#include "support/build_id.h"
#include "support/cancellation.h"
#include "support/log.h"
#include "support/mutex.h"
#include "support/options.h"

namespace heddle {
namespace {

/// True if libheddle-compiler.so links the system's LLVM, which the application may use as well:
/// its handlers and options are not ours.
constexpr bool kIsLlvmShared = HEDDLE_SHARED_LLVM;

constexpr const char* kLibrary = "libheddle-compiler.so";

/// The table of the opened library, for the fork handlers.
std::atomic<const hdc_interface*> the_table{nullptr};

/// The opened library's; null if it has none, or is another process's.
std::atomic<hdc_cancel_with> cancel_with{nullptr};

/// Held while the library is opened, and by threads that fork: the thread that opens it may be one
/// that the application does not know.
constinit Mutex opening;

// The lock is kept from before the fork until after it.
void before_fork() NO_THREAD_SAFETY_ANALYSIS {
  opening.lock();
  if (const hdc_interface* table = the_table.load()) table->before_fork();
}

/// Set if this process is a child of one that compiled, and cannot use the library any more.
std::atomic<bool> is_library_lost{false};
std::atomic<const CompilerDoor*> the_door{nullptr};  // once open, it stays

void after_fork(int in_child) NO_THREAD_SAFETY_ANALYSIS {
  const hdc_interface* const table = the_table.load();
  if (table && !table->after_fork(in_child)) {
    is_library_lost = true;
    the_table = nullptr;
    the_door = nullptr;
    cancel_with = nullptr;
  }
  opening.unlock();
}

// While the library is loaded: at the first use, a fork before the caller had noted that it
// registered them would make its child do so again, and wait for itself at its next fork. After
// those of objects' mutexes (support/fork_lock.cpp): a fork first waits for the ends of operations,
// which take such.
[[gnu::constructor]] void register_handlers() {
  ::pthread_atfork(
      before_fork, [] { after_fork(0); }, [] { after_fork(1); });
}

/// A scope in which this thread's operations in the library end when its work is cancelled.
class Cancelling {
 public:
  Cancelling() : tell_(Cancellation::current() ? cancel_with.load() : nullptr) {
    if (tell_) tell_(Cancellation::current()->flag());
  }
  Cancelling(const Cancelling&) = delete;
  Cancelling& operator=(const Cancelling&) = delete;
  ~Cancelling() {
    if (tell_) tell_(nullptr);
  }

 private:
  const hdc_cancel_with tell_;
};

Error unavailable(std::string why) {
  return {CL_COMPILER_NOT_AVAILABLE, std::move(why)};
}

/// Returns the possible paths of the compiler: the one that HEDDLE_COMPILER names, or else those
/// beside this library, as it was opened and where symbolic links lead.
std::vector<std::string> candidates() {
  const std::string& chosen = options().compiler;
  if (chosen.find('/') != std::string::npos) return {chosen};
  return beside_this_library(kLibrary);
}

hdc_bytes bytes_of(std::string_view text) {
  return {text.data(), text.size()};
}
hdc_bytes bytes_of(std::span<const unsigned char> bytes) {
  return {bytes.data(), bytes.size()};
}

hdc_target c_target(uint32_t context = 0) {
  const CompileTarget& target = compile_target();
  return {target.cpu.c_str(), target.extensions.c_str(), context | process_demands(),
          target.opencl_version, target.sub_group_size};
}

/// Returns HEDDLE_SUBGROUP_SIZE, if sub-groups can have that size.
uint32_t usual_sub_group_size() {
  const uint64_t wanted = overrides().sub_group_size;
  if (wanted == 0 || std::ranges::find(kSubGroupSizes, wanted) != kSubGroupSizes.end())
    return static_cast<uint32_t>(wanted);
  log::info("HEDDLE_SUBGROUP_SIZE is ignored: there are no sub-groups of " +
            std::to_string(wanted) + " work-items");
  return 0;
}

CompileTarget target_of_this_process() {
  return {.cpu = Device::cpu_features(),
          .extensions = extension_names(),
          .opencl_version = opencl_version().macro(),
          .sub_group_size = usual_sub_group_size()};
}

}  // namespace

const CompileTarget& compile_target() {
  // Never destroyed: others may still compile when static destructors run.
  static const CompileTarget& target = *new CompileTarget(target_of_this_process());
  return target;
}

/// Returns the library at `path`, to be opened by another process. A build will report errors of
/// it.
static Result<const hdc_interface*> find_elsewhere(const std::string& path) {
  TRY(require(::access(path.c_str(), R_OK) == 0, CL_COMPILER_NOT_AVAILABLE,
              "the compiler library cannot be read"));
  return remote_compiler(path);
}

Status CompilerDoor::check(const hdc_interface* table, const std::string& path) {
  if (!table || table->version != HDC_INTERFACE_VERSION) {
    return unavailable("the compiler library " + path + " does not serve version " +
                       std::to_string(HDC_INTERFACE_VERSION) + " of the interface");
  }
  if (std::strcmp(table->build_id, build_id()) != 0) {
    return unavailable("the compiler library " + path + " comes from another build (" +
                       table->build_id + ") than the driver (" + build_id() + ")");
  }
  return {};
}

Result<const hdc_interface*> CompilerDoor::load(const std::string& path) {
  void* library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char* why = ::dlerror();
    return unavailable("the compiler library cannot be opened: " + (why ? std::string(why) : path));
  }
  const auto get = reinterpret_cast<hdc_get_interface>(::dlsym(library, HDC_ENTRY_SYMBOL));
  if (!get) return unavailable(path + " is not the compiler library: no " HDC_ENTRY_SYMBOL);
  const hdc_interface* table = get(HDC_INTERFACE_VERSION);
  TRY(check(table, path));
  cancel_with = reinterpret_cast<hdc_cancel_with>(::dlsym(library, HDC_CANCEL_SYMBOL));
  return table;
}

Result<const CompilerDoor*> CompilerDoor::open_now() REQUIRES(opening) {
  Error error = unavailable(std::string(kLibrary) + " was not found beside the driver");
  const std::string& where = options().compiler_process;
  const bool is_elsewhere =
      is_library_lost || where == "always" || (kIsLlvmShared && where != "never");
  for (const std::string& path : candidates()) {
    const auto table = is_elsewhere ? find_elsewhere(path) : load(path);
    if (!table) {
      error = table.error();
      continue;
    }
    the_table.store(table.value());
    return new CompilerDoor(table.value());
  }
  return error;
}

Result<const CompilerDoor*> CompilerDoor::open() {
  if (const CompilerDoor* door = the_door.load(std::memory_order_acquire)) return door;
  const Lock lock(opening);
  if (const CompilerDoor* door = the_door.load(std::memory_order_acquire)) return door;
  const CompilerDoor* door = TRY(open_now());
  the_door.store(door, std::memory_order_release);
  return door;
}

void CompilerDoor::when_open(std::function<void(Result<const CompilerDoor*> door)> then) {
  if (const CompilerDoor* door = the_door.load(std::memory_order_acquire)) return then(door);
  const bool started = run_in_background([then] {
    Result<const CompilerDoor*> door = unavailable("out of memory");
    try {
      door = open();
    } catch (...) {  // the error stands
    }
    then(std::move(door));
  });
  if (!started) then(unavailable("no thread could be made to open the compiler library"));
}

Compiled CompilerDoor::take(hdc_result* result) const {
  if (!result) throw std::bad_alloc();
  Compiled out;
  out.status = table_->status(result);
  out.log = table_->log(result);
  if (out.status == HDC_SUCCESS) {
    const hdc_bytes record = table_->record(result);
    const auto* data = static_cast<const unsigned char*>(record.data);
    out.record.assign(data, data + record.size);
    const hdc_bytes uses = table_->file_uses(result);
    out.file_uses.assign(static_cast<const char*>(uses.data), uses.size);
  }
  table_->free_result(result);
  return out;
}

Compiled CompilerDoor::compile(std::string_view source, const std::string& options,
                               std::span<const EmbeddedHeader> headers) const {
  std::vector<hdc_header> list;
  list.reserve(headers.size());
  for (const EmbeddedHeader& header : headers) {
    list.push_back({header.name.c_str(), bytes_of(std::string_view(header.source))});
  }
  const Cancelling cancelling;
  const hdc_target target = c_target();
  return take(
      table_->compile(&target, bytes_of(source), options.c_str(), list.data(), list.size()));
}

Compiled CompilerDoor::build(std::string_view source, const std::string& options,
                             uint32_t context) const {
  const Cancelling cancelling;
  const hdc_target target = c_target(context);
  return take(table_->build(&target, bytes_of(source), options.c_str()));
}

Compiled CompilerDoor::inspect_il(std::span<const unsigned char> module) const {
  const hdc_target target = c_target();
  return take(table_->inspect_il(&target, bytes_of(module)));
}

Compiled CompilerDoor::compile_il(std::span<const unsigned char> module,
                                  std::span<const hdc_spec_constant> constants,
                                  const std::string& options) const {
  const Cancelling cancelling;
  const hdc_target target = c_target();
  const hdc_il il{bytes_of(module), constants.data(), constants.size()};
  return take(table_->compile_il(&target, &il, options.c_str()));
}

Compiled CompilerDoor::build_il(std::span<const unsigned char> module,
                                std::span<const hdc_spec_constant> constants,
                                const std::string& options, uint32_t context) const {
  const Cancelling cancelling;
  const hdc_target target = c_target(context);
  const hdc_il il{bytes_of(module), constants.data(), constants.size()};
  return take(table_->build_il(&target, &il, options.c_str()));
}

Compiled CompilerDoor::link(std::span<const std::vector<unsigned char>> records,
                            const std::string& options, uint32_t context) const {
  std::vector<hdc_bytes> list;
  list.reserve(records.size());
  for (const auto& record : records) list.push_back(bytes_of(std::span(record)));
  const Cancelling cancelling;
  const hdc_target target = c_target(context);
  return take(table_->link(&target, list.data(), list.size(), options.c_str()));
}

Compiled CompilerDoor::generate(std::span<const unsigned char> record, const std::string& kernel,
                                const VariantKey& key) const {
  const hdc_target target = c_target();
  const hdc_variant_key given = to_c(key);
  return take(table_->generate(&target, bytes_of(record), kernel.c_str(), &given));
}

void CompilerDoor::generate_later(std::span<const unsigned char> record, const std::string& kernel,
                                  const VariantKey& key, Done done) const {
  struct Request {
    const CompilerDoor& door;
    Done done;
  };
  auto request = std::make_unique<Request>(*this, std::move(done));
  const hdc_target target = c_target();
  const hdc_variant_key given = to_c(key);
  table_->generate_later(
      &target, bytes_of(record), kernel.c_str(), &given,
      [](void* user_data, hdc_result* result) {
        const std::unique_ptr<Request> request(static_cast<Request*>(user_data));
        Compiled compiled{HDC_INTERNAL_ERROR, {}, {}};
        try {
          compiled = request->door.take(result);
        } catch (...) {  // out of memory; somebody waits for an answer
        }
        request->done(std::move(compiled));
      },
      request.release());
}

}  // namespace heddle
