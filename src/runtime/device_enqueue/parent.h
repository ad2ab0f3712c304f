// SPDX-License-Identifier: Apache-2.0
// A kernel that enqueues others (§3.2.3), as its children know it. It is complete only when all of
// them are. A child enqueued with CLK_ENQUEUE_FLAGS_WAIT_KERNEL starts when the parent's own
// work-items are done.
//
// Owned by the command of the kernel, which calls body_ended() instead of Command::ended().
#pragma once

#include <CL/cl.h>

#include <atomic>
#include <memory>
#include <vector>

#include "devices/cpu/device_enqueue.h"
#include "devices/cpu/nd_range.h"
#include "runtime/command/ending.h"
#include "runtime/command/queue.h"
#include "runtime/program/kernel_on_device.h"

namespace heddle {

class Parent : public cpu::DeviceEnqueue, private Ending {
 public:
  /// The members that a parent hands on to its children.
  struct Inherited {
    Ref<Queue> default_queue;        ///< null: there is none
    std::vector<Ref<Queue>> queues;  ///< further ones, that the host gave to the first parent
    std::shared_ptr<BlockKernels> blocks;
  };

  virtual ~Parent() = default;
  /// Makes the parent that a child is to its own children, if its code enqueues some.
  virtual std::unique_ptr<Parent> for_child() const = 0;

  /// Sets the command, before it runs, and its job.
  void attach(Command& command, const cpu::NDRangeJob& job) {
    command_ = &command;
    job_ = &job;
  }
  const cpu::NDRangeJob& job() const { return *job_; }
  const std::shared_ptr<const Inherited>& inherited() const { return inherited_; }

  /// Notes that the kernel's own work-items are done, with this status. The command ends now or
  /// with its last child, and `this` with it.
  void body_ended(cl_int status) noexcept;
  /// Notes that a child is done; called by its release_resources. The parent may be gone
  /// afterwards.
  void child_ended(cl_int status) noexcept { leave(status); }

  void* range_begins() noexcept override;
  void range_ended(void* outer) noexcept override;

 protected:
  explicit Parent(std::shared_ptr<const Inherited> inherited);

  /// Counts a child before it is enqueued, from the kernel itself; and uncounts it if that failed.
  void child_begins() noexcept { unfinished_.fetch_add(1, std::memory_order_relaxed); }
  void child_did_not_begin() noexcept { unfinished_.fetch_sub(1, std::memory_order_relaxed); }

  const Command& command() const { return *command_; }
  /// Returns the completion of the kernel's own work-items.
  Completion* body() const { return body_.get(); }
  /// Returns the completion of the groups that this thread runs in one go.
  static Completion* range();

 private:
  void leave(cl_int status) noexcept;
  void end() noexcept override;

  const std::shared_ptr<const Inherited> inherited_;
  Command* command_ = nullptr;
  const cpu::NDRangeJob* job_ = nullptr;
  const Ref<Completion> body_;
  std::atomic<uint32_t> unfinished_{1};  // the kernel itself and its children
  std::atomic<cl_int> status_{CL_COMPLETE};
  static thread_local Completion*
      range_;  // for the range that this thread runs; null: nobody waits
};

}  // namespace heddle
