// SPDX-License-Identifier: Apache-2.0
// Binary semaphores (cl_khr_semaphore). A wait and the signal that it takes are matched when the
// later one of the two is enqueued. The wait becomes a command that depends on the signal's, and
// nothing is left to do at run time. A semaphore that is known outside of the process
// (cl_khr_external_semaphore) has a payload of the kernel's, which is signalled and taken at run
// time (semaphore_commands.cpp). A sync file is a signal that somebody else has enqueued.
#pragma once

#include <memory>
#include <vector>

#include "platform/info.h"
#include "platform/later_extensions.h"
#include "platform/object.h"
#include "runtime/command/command.h"
#include "runtime/command/fork_mutex.h"
#include "runtime/semaphore/semaphore_properties.h"
#include "runtime/semaphore/shared_payload.h"
#include "support/mutex.h"

namespace heddle {

class Semaphore : public Object<Semaphore, _cl_semaphore_khr, khr::kInvalidSemaphore, 320> {
 public:
  /// Implements clCreateSemaphoreWithPropertiesKHR. The imported descriptor is ours afterwards,
  /// except after an error. `sync_state` is the kernel's sync_file_state, but in tests.
  static Result<Ref<Semaphore>> create(Context& context, const khr::Properties* properties);
  static Result<Ref<Semaphore>> create(Context& context, SemaphoreProperties properties,
                                       SyncFileState sync_state);
  Semaphore(Context& context, SemaphoreProperties properties,
            std::shared_ptr<const SharedPayload> shared, SyncFileState sync_state);
  ~Semaphore();

  Context& context() const { return *context_; }
  bool is_for(const Device& device) const;
  /// Returns null if only this process knows it.
  const std::shared_ptr<const SharedPayload>& shared() const { return shared_; }
  /// Makes `command` depend on the signal that it takes, which may not have been enqueued. Only for
  /// a semaphore that is not shared.
  void wait(Command& command);
  /// Makes `command` the next signal of a semaphore that is not shared. Returns the completion that
  /// it has to complete for a wait that was enqueued before it, or null.
  Ref<Completion> signal(Command& command);
  /// Fails waits without a signal, as the context has been terminated.
  void fail_waits();
  /// Implements clGetSemaphoreHandleForTypeKHR: CL_INVALID_DEVICE, CL_INVALID_VALUE,
  /// CL_OUT_OF_RESOURCES.
  Status handle_for(const Device& device, cl_uint type, const InfoSink& sink) const;
  /// Implements clReImportSemaphoreSyncFdKHR: CL_INVALID_SEMAPHORE_KHR, CL_INVALID_VALUE.
  Status reimport(int fd);
  /// Implements clGetSemaphoreInfoKHR.
  Status info(cl_uint id, const InfoSink& sink) const;

 private:
  cl_ulong payload() const;
  Status import_sync_file(int fd, cl_int invalid);
  /// In a forked child the waits of the parent are not there to take its signals.
  Mutex& usable_mutex() const RETURN_CAPABILITY(mutex_) {
    return mutex_.get([this]() NO_THREAD_SAFETY_ANALYSIS { awaited_.clear(); });
  }

  const Ref<Context> context_;
  const SemaphoreProperties properties_;
  const std::shared_ptr<const SharedPayload> shared_;
  const SyncFileState sync_state_;
  mutable ForkMutex mutex_;
  File sync_file_ GUARDED_BY(mutex_);  // imported, and not yet waited for
  /// The newest signal; null: none yet, or its wait was enqueued first.
  Ref<Completion> signal_ GUARDED_BY(mutex_);
  Ref<Completion> wait_ GUARDED_BY(mutex_);  // takes `signal_`; null: it can still be taken
  /// Signals that waits wait for and that were not enqueued yet, oldest first.
  mutable std::vector<Ref<Completion>> awaited_ GUARDED_BY(mutex_);
};

}  // namespace heddle
