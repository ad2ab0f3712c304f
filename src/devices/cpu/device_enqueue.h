// SPDX-License-Identifier: Apache-2.0
// Device-side enqueue (OpenCL C 2.0 §6.13.17) for a running kernel. The runtime answers: the device
// knows nothing of queues and events. Any worker calls these functions at any time; hd_services
// (kernel_abi.h) explains them.
#pragma once

#include "abi/kernel_abi.h"

namespace heddle::cpu {

/// A call of enqueue_kernel. Everything is the kernel's memory, valid during the call.
struct EnqueueCall {
  void* queue;
  uint32_t flags;
  const hd_ndrange* range;
  uint32_t num_events;
  void* const* wait_list;
  void** event_ret;  ///< null: no event
  uint64_t kernel;   ///< number of the block's kernel in the program, from 1
  const hd_block_literal* literal;
  uint32_t num_locals;
  const uint64_t* local_sizes;  ///< bytes
};

class DeviceEnqueue {
 public:
  /// Enclose each range of work-groups, on the thread that runs it: a child that waits for the
  /// work-group that enqueued it waits for the range. Ranges of several launches may be nested; the
  /// result of the first call is passed to the second one.
  virtual void* range_begins() noexcept = 0;
  virtual void range_ended(void* outer) noexcept = 0;

  virtual int32_t enqueue(const EnqueueCall& call) noexcept = 0;
  virtual int32_t enqueue_marker(void* queue, uint32_t num_events, void* const* wait_list,
                                 void** event_ret) noexcept = 0;
  virtual void* default_queue() noexcept = 0;
  virtual void* create_user_event() noexcept = 0;
  virtual void set_user_event_status(void* event, int32_t status) noexcept = 0;
  virtual void retain_event(void* event) noexcept = 0;
  virtual void release_event(void* event) noexcept = 0;
  virtual void capture_profiling(void* event, void* value) noexcept = 0;
  virtual uint32_t block_info(uint64_t kernel, uint32_t what, const hd_ndrange* range) noexcept = 0;

 protected:
  ~DeviceEnqueue() = default;
};

}  // namespace heddle::cpu
