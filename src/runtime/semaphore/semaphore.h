// SPDX-License-Identifier: Apache-2.0
// Binary semaphores (cl_khr_semaphore). A wait and the signal that it takes find each other when
// the later one of the two is enqueued: the wait becomes a command that depends on the signal's,
// and nothing is left to do at run time.
#pragma once

#include <mutex>
#include <span>
#include <vector>

#include "platform/context.h"
#include "platform/info.h"
#include "platform/later_extensions.h"
#include "platform/object.h"
#include "runtime/command/enqueue.h"

namespace heddle {

class Semaphore : public Object<Semaphore, _cl_semaphore_khr, khr::kInvalidSemaphore, 256> {
 public:
  /// clCreateSemaphoreWithPropertiesKHR.
  static Result<Ref<Semaphore>> create(Context& context, const khr::Properties* properties);
  Semaphore(Context& context, std::vector<Ref<Device>> devices,
            std::vector<khr::Properties> properties);

  Context& context() const { return *context_; }
  bool is_for(const Device& device) const;
  /// `command` depends on the signal that it takes, which may not have been enqueued.
  void wait(Command& command);
  /// `command` is the next signal. What it has to complete: a wait's that was enqueued before it,
  /// or null.
  Ref<Completion> signal(Command& command);
  /// clGetSemaphoreInfoKHR.
  Status info(cl_uint id, const InfoSink& sink) const;

 private:
  cl_ulong payload() const;

  const Ref<Context> context_;
  const std::vector<Ref<Device>> devices_;
  const std::vector<khr::Properties> properties_;  // as given, ended by a 0
  mutable std::mutex mutex_;                       // guards what follows
  Ref<Completion> signal_;  // the newest one; null: none yet, or its wait was enqueued first
  Ref<Completion> wait_;    // the one that takes `signal_`; null: it can still be taken
  std::vector<Ref<Completion>> awaited_;  // by waits without a signal yet, oldest first
};

/// clEnqueueWaitSemaphoresKHR.
Status enqueue_semaphore_wait(Queue& queue, std::span<const khr::SemaphoreHandle> semaphores,
                              const EnqueueArgs& args);
/// clEnqueueSignalSemaphoresKHR.
Status enqueue_semaphore_signal(Queue& queue, std::span<const khr::SemaphoreHandle> semaphores,
                                const EnqueueArgs& args);

}  // namespace heddle
