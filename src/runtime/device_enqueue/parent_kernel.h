// SPDX-License-Identifier: Apache-2.0
// A kernel that enqueues others (§3.2.3): its answers to device-side enqueue (OpenCL C 2.0
// §6.13.17), and its relation to its children. It is complete only when all of them are; a child
// that it enqueued with CLK_ENQUEUE_FLAGS_WAIT_KERNEL starts when its own work-items are done.
//
// Owned by the command of the kernel, which calls body_ended() instead of Command::ended().
#pragma once

#include <CL/cl.h>

#include <memory>
#include <vector>

#include "devices/cpu/device_enqueue.h"
#include "runtime/command/queue.h"
#include "runtime/device_enqueue/device_event.h"
#include "runtime/program/kernel_on_device.h"

namespace heddle {

class ParentKernel final : public cpu::DeviceEnqueue {
 public:
  /// What a parent hands on to its children.
  struct Inherited {
    Ref<Queue> default_queue;        ///< null: there is none
    std::vector<Ref<Queue>> queues;  ///< further ones, that the host gave to the first parent
    std::shared_ptr<BlockKernels> blocks;
  };

  explicit ParentKernel(std::shared_ptr<const Inherited> inherited);
  ParentKernel(const ParentKernel&) = delete;
  ParentKernel& operator=(const ParentKernel&) = delete;
  ~ParentKernel();

  /// Before the command runs.
  void attach(Command& command) { command_ = &command; }
  const std::shared_ptr<const Inherited>& inherited() const { return inherited_; }

  /// The kernel's own work-items are done, with this status. The command ends now or with its last
  /// child, and `this` with it.
  void body_ended(cl_int status) noexcept;
  /// A child is done, for its release_resources. The parent may be gone afterwards.
  void child_ended(cl_int status) noexcept { leave(status); }

  void* box_begins() noexcept override;
  void box_ended(void* outer) noexcept override;
  int32_t enqueue(const cpu::EnqueueCall& call) noexcept override;
  int32_t enqueue_marker(void* queue, uint32_t num_events, void* const* wait_list,
                         void** event_ret) noexcept override;
  void* default_queue() noexcept override;
  void* create_user_event() noexcept override;
  void set_user_event_status(void* event, int32_t status) noexcept override;
  void retain_event(void* event) noexcept override;
  void release_event(void* event) noexcept override;
  void capture_profiling(void* event, void* value) noexcept override;
  uint32_t block_info(uint64_t kernel, uint32_t what, const hd_ndrange* range) noexcept override;

 private:
  struct Ending {
    ParentKernel* first = nullptr;
    ParentKernel* last = nullptr;
    bool busy = false;
  };

 public:
  /// While one exists, its thread runs kernels within another one: those that end do so now.
  class Within {
   public:
    Within() : outer_(std::exchange(ending_, {})) {}
    Within(const Within&) = delete;
    Within& operator=(const Within&) = delete;
    ~Within() { ending_ = outer_; }

   private:
    const Ending outer_;
  };

 private:
  Status try_enqueue(const cpu::EnqueueCall& call);
  Status try_enqueue_marker(void* queue, uint32_t num_events, void* const* wait_list,
                            void** event_ret);
  Result<Queue*> usable_queue(void* queue) const;
  /// Dependencies, the event and the way into the queue, for every kind of child. `after` is what
  /// of the parent it waits for, or null.
  Status start(Queue& queue, Ref<Command> child, uint32_t num_events, void* const* wait_list,
               void** event_ret, Completion* after);
  Completion* what_to_wait_for(uint32_t flags) const;
  void leave(cl_int status) noexcept;
  /// What `enqueue()`, which returns a Status, means to the kernel: a CLK_* code.
  template <class Enqueue>
  int32_t code_of(Enqueue&& enqueue) const noexcept;

  const std::shared_ptr<const Inherited> inherited_;
  Command* command_ = nullptr;
  const Ref<Completion> body_;
  std::atomic<uint32_t> unfinished_{1};  // the kernel itself and its children
  std::atomic<cl_int> status_{CL_COMPLETE};
  DeviceEvents events_;
  ParentKernel* next_ending_ = nullptr;
  static thread_local Ending ending_;
  static thread_local Completion* box_;  // of the box that this thread runs; null: nobody waits
};

}  // namespace heddle
