// SPDX-License-Identifier: Apache-2.0
#include "runtime/semaphore/semaphore.h"

#include <CL/cl_ext.h>
#include <unistd.h>

#include <algorithm>
#include <tuple>
#include <utility>

#include "runtime/command/enlisted.h"
#include "runtime/command/terminate.h"
#include "runtime/semaphore/descriptor_waits.h"
#include "support/mutex.h"

namespace heddle {
namespace {

static_assert(sizeof(Semaphore) <= 320);

/// A wait for the signal of a sync file. Completes a completion.
class SyncFileWait final : public DescriptorWait {
 public:
  SyncFileWait(Context& context, File file, SyncFileState state, Ref<Completion> signal)
      : context_(context), file_(std::move(file)), state_(state), signal_(std::move(signal)) {}

  int descriptor() const noexcept override { return file_.get(); }
  const Context& context() const noexcept override { return *context_; }
  bool go_on(bool broken) noexcept override {
    const bool terminated = context_->terminated();
    if (!broken && !terminated && !is_readable(file_.get())) return false;
    const bool failed = broken || state_(file_.get()) < 0;
    signal_->complete(terminated ? CL_CONTEXT_TERMINATED_KHR
                      : failed   ? CL_OUT_OF_RESOURCES
                                 : CL_COMPLETE);
    delete this;
    return true;
  }

 private:
  const Ref<Context> context_;
  const File file_;
  const SyncFileState state_;
  const Ref<Completion> signal_;
};

Ref<Completion> new_completion() {
  return Ref<Completion>::adopt(new Completion);
}

/// Returns a completion that is done.
Ref<Completion> completed(cl_int status) {
  Ref<Completion> completion = new_completion();
  completion->complete(status);
  return completion;
}

/// Fails the waits of a context's semaphores, as it is terminated.
void fail_waits_of(Context& context) {
  for (const Ref<Semaphore>& each : Enlisted<Semaphore>::all().of(context)) each->fail_waits();
  wake_descriptor_waits();
}

}  // namespace

Result<Ref<Semaphore>> Semaphore::create(Context& context, const khr::Properties* properties) {
  return create(context, TRY(SemaphoreProperties::read(context, properties)), &sync_file_state);
}

Result<Ref<Semaphore>> Semaphore::create(Context& context, SemaphoreProperties properties,
                                         SyncFileState sync_state) {
  const auto import = properties.import;
  const bool is_sync_file = import && import->type == khr::kSemaphoreHandleSyncFd;
  std::shared_ptr<const SharedPayload> shared;
  if (import && !is_sync_file) {
    shared = std::make_shared<SharedPayload>(TRY(SharedPayload::import(import->fd)));
  } else if (!properties.export_types.empty()) {
    shared = std::make_shared<SharedPayload>(TRY(SharedPayload::create()));
  }
  auto semaphore = make<Semaphore>(context, std::move(properties), std::move(shared), sync_state);
  if (is_sync_file) TRY(semaphore->import_sync_file(import->fd, CL_INVALID_PROPERTY));
  if (import && !is_sync_file) close(import->fd);  // we have a duplicate
  return semaphore;
}

Semaphore::Semaphore(Context& context, SemaphoreProperties properties,
                     std::shared_ptr<const SharedPayload> shared, SyncFileState sync_state)
    : context_(context),
      properties_(std::move(properties)),
      shared_(std::move(shared)),
      sync_state_(sync_state) {
  if (!context.may_be_terminated()) return;
  [[maybe_unused]] static const bool registered = (at_termination(&fail_waits_of), true);
  Enlisted<Semaphore>::all().add(*this);
}

Semaphore::~Semaphore() {
  if (context_->may_be_terminated()) Enlisted<Semaphore>::all().remove(*this);
}

bool Semaphore::is_for(const Device& device) const {
  return std::ranges::any_of(properties_.devices,
                             [&](const auto& each) { return each.get() == &device; });
}

void Semaphore::wait(Command& command) {
  const Lock lock(usable_mutex());
  if (sync_file_) {
    signal_ = new_completion();
    wait_ = nullptr;
    auto* const wait = new SyncFileWait(*context_, std::move(sync_file_), sync_state_, signal_);
    if (!wait_for_descriptor(*wait)) {
      delete wait;
      signal_->complete(CL_OUT_OF_RESOURCES);
    }
  }
  if ((!signal_ || wait_) && context_->terminated()) {
    signal_ = completed(CL_CONTEXT_TERMINATED_KHR);
  } else if (!signal_ || wait_) {
    signal_ = new_completion();
    awaited_.push_back(signal_);
  }
  command.depend_on(*signal_);
  wait_ = Ref<Completion>(command);
}

Ref<Completion> Semaphore::signal(Command& command) {
  const Lock lock(usable_mutex());
  if (awaited_.empty()) {
    sync_file_ = File();
    signal_ = Ref<Completion>(command);
    wait_ = nullptr;
    return nullptr;
  }
  Ref<Completion> awaited = std::move(awaited_.front());
  awaited_.erase(awaited_.begin());
  return awaited;
}

void Semaphore::fail_waits() {
  std::vector<Ref<Completion>> failed;
  {
    const Lock lock(usable_mutex());
    failed.swap(awaited_);
  }
  for (const Ref<Completion>& each : failed) each->complete(CL_CONTEXT_TERMINATED_KHR);
}

Status Semaphore::handle_for(const Device& device, cl_uint type, const InfoSink& sink) const {
  TRY(require(is_for(device), CL_INVALID_DEVICE, "the semaphore was not made for the device"));
  TRY(require(std::ranges::find(properties_.export_types, type) != properties_.export_types.end(),
              CL_INVALID_VALUE, "the semaphore was not created with this type of handle"));
  TRY(require(!sink.out || sink.capacity >= sizeof(int), CL_INVALID_VALUE,
              "handle_size is smaller than the handle"));
  return put(sink, sink.out ? TRY(shared_->handle()) : -1);
}

Status Semaphore::reimport(int fd) {
  TRY(require(properties_.import && properties_.import->type == khr::kSemaphoreHandleSyncFd,
              khr::kInvalidSemaphore, "the semaphore was not made from a sync file"));
  return import_sync_file(fd, CL_INVALID_VALUE);
}

Status Semaphore::import_sync_file(int fd, cl_int invalid) {
  File file;
  if (fd != -1) {
    TRY(require(sync_state_(fd) >= 0, invalid, "the handle is no sync file, or one that failed"));
    file = duplicate(fd);
    TRY(require(bool(file), CL_OUT_OF_RESOURCES, "no file descriptor could be made"));
  }
  Ref<Completion> signal = file ? nullptr : completed(CL_COMPLETE);
  const Lock lock(usable_mutex());
  sync_file_ = std::move(file);
  signal_ = std::move(signal);
  wait_ = nullptr;
  if (fd != -1) close(fd);  // we have a duplicate
  return {};
}

cl_ulong Semaphore::payload() const {
  if (shared_) return shared_->signalled();
  const Lock lock(usable_mutex());
  if (sync_file_) return is_readable(sync_file_.get());
  return signal_ && signal_->status() == CL_COMPLETE && !(wait_ && wait_->done());
}

Status Semaphore::info(cl_uint id, const InfoSink& sink) const {
  using S = const Semaphore&;
  static constexpr std::tuple table{
      Row{khr::kSemaphoreContext, [](S s) -> cl_context { return &s.context(); }},
      Row{khr::kSemaphoreReferenceCount, [](S s) { return s.user_count(); }},
      Row{khr::kSemaphoreProperties, [](S s) { return std::span(s.properties_.list); }},
      Row{cl_uint{khr::kSemaphoreType}, [](S) { return cl_uint{khr::kSemaphoreTypeBinary}; }},
      Row{khr::kSemaphorePayload, &Semaphore::payload},
      Row{cl_uint{khr::kSemaphoreDeviceHandleList},
          [](S s) {
            std::vector<cl_device_id> devices;
            devices.reserve(s.properties_.devices.size());
            for (const auto& device : s.properties_.devices) devices.push_back(device.get());
            return devices;
          }},
      Row{cl_uint{khr::kSemaphoreExportHandleTypes},
          [](S s) { return std::span(s.properties_.export_types); }},
      Row{khr::kSemaphoreExportable,
          [](S s) -> cl_bool { return s.properties_.export_types.empty() ? CL_FALSE : CL_TRUE; }},
  };
  return query(table, *this, id, sink);
}

}  // namespace heddle
