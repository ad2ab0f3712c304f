// SPDX-License-Identifier: Apache-2.0
// A command-buffer (cl_khr_command_buffer 0.9.8 with mutable dispatch 0.9.5): commands that were
// checked and made once, and run at each enqueue.
#pragma once

#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "platform/context.h"
#include "platform/info.h"
#include "platform/later_extensions.h"
#include "platform/object.h"
#include "runtime/command_buffer/dispatch.h"
#include "runtime/command_buffer/replay.h"

namespace heddle {

/// What every call that records has besides its command.
struct SyncArgs {
  cl_uint num_sync_points;
  const khr::SyncPoint* wait_list;
  khr::SyncPoint* sync_point;  ///< null: the application needs none
};

class CommandBuffer
    : public Object<CommandBuffer, _cl_command_buffer_khr, khr::kInvalidCommandBuffer, 384> {
 public:
  /// clCreateCommandBufferKHR.
  static Result<Ref<CommandBuffer>> create(cl_uint num_queues, const cl_command_queue* queues,
                                           const khr::Properties* properties);
  CommandBuffer(Queue& queue, std::vector<khr::Properties> properties, cl_bitfield flags,
                bool asserts_work_groups);
  ~CommandBuffer();

  Context& context() const { return queue_->context(); }
  Queue& queue() const { return *queue_; }

  /// The queue that commands are recorded for; `queue` must be null. CL_INVALID_COMMAND_QUEUE,
  /// CL_INVALID_OPERATION once it is finalized, CL_INVALID_SYNC_POINT_WAIT_LIST_KHR.
  Result<Queue*> recording_queue(cl_command_queue queue, const SyncArgs& sync) const;
  /// Adds a command (null: a barrier, which the order of the others makes needless).
  Status append(Ref<Command> command, const SyncArgs& sync);
  /// clCommandNDRangeKernelKHR; `handle` may be null.
  Status append_kernel(Kernel& kernel, const NDRangeRequest& request,
                       const khr::Properties* properties, const SyncArgs& sync,
                       khr::MutableCommandHandle* handle);
  /// clFinalizeCommandBufferKHR.
  Status finalize();
  /// clEnqueueCommandBufferKHR.
  Status enqueue(std::span<const cl_command_queue> queues, cl_uint num_events,
                 const cl_event* events, cl_event* event);
  /// clUpdateMutableCommandsKHR. All of them, or none.
  Status update(cl_uint num_configs, const cl_uint* types, const void* const* configs);
  /// clGetCommandBufferInfoKHR.
  Status info(cl_uint id, const InfoSink& sink) const;

  /// The handles of its commands go with the application's last reference.
  bool user_release() { return Object::user_release(); }

 private:
  khr::State state() const;
  Status check_sync(const SyncArgs& sync) const;
  void add(Ref<Command> command, const SyncArgs& sync);
  /// The commands to change: those that no replay has, or a copy.
  RecordedCommands& own_commands();
  void renew_kernels();

  const Ref<Queue> queue_;
  const std::vector<khr::Properties> properties_;  // ended by a 0; empty if none were given
  const cl_bitfield flags_;
  const bool asserts_work_groups_;  // that no update makes more of them
  mutable std::mutex mutex_;        // guards what follows
  bool finalized_ = false;
  size_t missing_ = 0;  // kernels that lack arguments
  std::shared_ptr<RecordedCommands> commands_;
  std::vector<Ref<MutableCommand>> kernels_;
  cl_uint sync_points_ = 0;  // given out: 1, 2...
  uint32_t enqueued_ = 0;
  const std::shared_ptr<Turns> turns_ = std::make_shared<Turns>();
};

}  // namespace heddle
