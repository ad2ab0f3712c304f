// SPDX-License-Identifier: Apache-2.0
// The functions that a kernel calls to enqueue others (OpenCL C 2.0 §6.13.17).
#pragma once

#include <CL/cl.h>

#include <memory>

#include "runtime/device_enqueue/device_event.h"
#include "runtime/device_enqueue/parent.h"

namespace heddle {

class ParentKernel final : public Parent {
 public:
  explicit ParentKernel(std::shared_ptr<const Inherited> inherited)
      : Parent(std::move(inherited)) {}

  std::unique_ptr<Parent> for_child() const override {
    return std::make_unique<ParentKernel>(inherited());
  }

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
  Status try_enqueue(const cpu::EnqueueCall& call);
  Status try_enqueue_marker(void* queue, uint32_t num_events, void* const* wait_list,
                            void** event_ret);
  Result<Ref<Queue>> usable_queue(void* queue) const;
  /// Handles dependencies, the event and the way into the queue, for every kind of child. `after`
  /// is a completion of the parent that it waits for, or null.
  Status start(Queue& queue, Ref<Command> child, uint32_t num_events, void* const* wait_list,
               void** event_ret, Completion* after);
  Completion* what_to_wait_for(uint32_t flags) const;
  /// Translates the result of `enqueue()`, a Status, into the CLK_* code for the kernel.
  template <class Enqueue>
  int32_t code_of(Enqueue&& enqueue) const noexcept;

  DeviceEvents events_;
};

}  // namespace heddle
