// SPDX-License-Identifier: Apache-2.0
// A command-buffer (cl_khr_command_buffer 0.9.8 with mutable dispatch 0.9.5 and multi-device
// 0.9.2): commands that were checked and made once, and run at each enqueue.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "platform/context.h"
#include "platform/info.h"
#include "platform/later_extensions.h"
#include "platform/object.h"
#include "runtime/command/fork_mutex.h"
#include "runtime/command_buffer/dispatch.h"
#include "runtime/command_buffer/fresh_run.h"
#include "runtime/command_buffer/graph.h"
#include "runtime/command_buffer/recorded.h"
#include "runtime/command_buffer/turns.h"
#include "support/mutex.h"

namespace heddle {

/// The arguments that every recording call has besides its command.
struct SyncArgs {
  cl_uint num_sync_points;
  const khr::SyncPoint* wait_list;
  khr::SyncPoint* sync_point;  ///< null: the application needs none
};

class CommandBuffer
    : public Object<CommandBuffer, _cl_command_buffer_khr, khr::kInvalidCommandBuffer, 384> {
 public:
  /// Implements clCreateCommandBufferKHR.
  static Result<Ref<CommandBuffer>> create(cl_uint num_queues, const cl_command_queue* queues,
                                           const khr::Properties* properties);
  /// The properties that the application gave.
  struct Properties {
    std::vector<khr::Properties> list;  ///< ended by a 0; empty if none were given
    cl_bitfield flags = 0, asserts = 0;
  };
  CommandBuffer(std::vector<Ref<Queue>> queues, Properties properties);
  ~CommandBuffer();

  Context& context() const { return queues_.front()->context(); }

  /// Returns the queue that a command is recorded for; null stands for the only one.
  /// CL_INVALID_COMMAND_QUEUE, CL_INVALID_CONTEXT, CL_INVALID_OPERATION once it is finalized,
  /// CL_INVALID_SYNC_POINT_WAIT_LIST_KHR.
  Result<Ref<Queue>> recording_queue(cl_command_queue queue, const SyncArgs& sync) const;
  /// Adds a command for one of the queues (null: a barrier).
  Status append(Queue& queue, Ref<Command> command, const SyncArgs& sync);
  /// Implements clCommandNDRangeKernelKHR; `handle` may be null.
  Status append_kernel(Queue& queue, Kernel& kernel, const NDRangeRequest& request,
                       const khr::Properties* properties, const SyncArgs& sync,
                       khr::MutableCommandHandle* handle);
  /// Implements clFinalizeCommandBufferKHR.
  Status finalize();
  /// Implements clEnqueueCommandBufferKHR.
  Status enqueue(std::span<const cl_command_queue> queues, cl_uint num_events,
                 const cl_event* events, cl_event* event);
  /// Implements clUpdateMutableCommandsKHR. Updates all commands, or none.
  Status update(cl_uint num_configs, const cl_uint* types, const void* const* configs);
  /// Implements clRemapCommandBufferKHR; `copies` receives the handles of the copy.
  Result<Ref<CommandBuffer>> remap(bool automatic, std::span<const cl_command_queue> queues,
                                   std::span<const khr::MutableCommandHandle> handles,
                                   khr::MutableCommandHandle* copies) const;
  /// Implements clGetCommandBufferInfoKHR.
  Status info(cl_uint id, const InfoSink& sink) const;

  /// Releases the application's reference. The handles of the commands go with the last one.
  bool user_release() { return Object::user_release(); }

 private:
  khr::State state() const;
  Status check_sync(const SyncArgs& sync) const REQUIRES(mutex_);
  uint32_t number_of(const Queue& queue) const;
  void add(Queue& queue, Ref<Command> command, bool is_barrier, const SyncArgs& sync)
      REQUIRES(mutex_);
  /// The commands to change: those that no replay has, or a copy.
  RecordedCommands& own_commands() REQUIRES(mutex_);
  void renew_kernels() REQUIRES(mutex_);
  Result<std::vector<Ref<Queue>>> queues_to_run_on(std::span<const cl_command_queue> queues) const;
  Result<FreshRuns> fresh_runs() REQUIRES(mutex_);
  bool runs_in_order() const REQUIRES(mutex_);
  Result<Ref<Command>> new_replay(Queue& queue);
  Status copy_commands(CommandBuffer& to) const REQUIRES(mutex_, to.mutex_);

  const std::vector<Ref<Queue>> queues_;
  const Properties properties_;
  const bool one_device_;
  mutable ForkMutex mutex_;  // not ObjectMutex: replays may compile with it held
  bool finalized_ GUARDED_BY(mutex_) = false;
  size_t missing_ GUARDED_BY(mutex_) = 0;         // kernels that lack arguments
  bool some_enqueue_ GUARDED_BY(mutex_) = false;  // kernels that enqueue others
  std::shared_ptr<RecordedCommands> commands_ GUARDED_BY(mutex_);
  std::shared_ptr<Graph> graph_ GUARDED_BY(mutex_);  // does not change once finalized
  std::vector<Ref<MutableCommand>> kernels_ GUARDED_BY(mutex_);
  /// Queues for kernels that enqueue others, if there are some.
  std::vector<Ref<Queue>> hidden_queues_ GUARDED_BY(mutex_);
  uint32_t enqueued_ GUARDED_BY(mutex_) = 0;
  const std::shared_ptr<Turns> turns_ = std::make_shared<Turns>();
};

}  // namespace heddle
