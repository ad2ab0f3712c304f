// SPDX-License-Identifier: Apache-2.0
// The application's handle of a command or of its own promise (§5.11). An event refers to a
// Completion; commands whose event nobody asked for have none.
#pragma once

#include <CL/cl.h>

#include "platform/context.h"
#include "platform/info.h"
#include "platform/object.h"
#include "runtime/command/queue.h"

namespace heddle {

class Event : public Object<Event, _cl_event, CL_INVALID_EVENT, 128> {
 public:
  /// Makes the event of a command that is being enqueued, or already done.
  explicit Event(Command& command);
  /// Makes the event of a command that goes to several queues.
  enum OfNoQueue { kOfNoQueue };
  Event(Command& command, OfNoQueue);
  /// Makes a user event, or one of this type that is linked to another API's object: its maker
  /// settles it.
  explicit Event(Context& context, cl_command_type type = CL_COMMAND_USER);
  ~Event();

  Context& context() const { return *context_; }
  Completion& completion() const { return *completion_; }
  /// Returns null for user events and linked ones.
  Command* command() const { return command_; }
  Queue* queue() const { return queue_.get(); }
  bool is_user() const { return type_ == CL_COMMAND_USER; }
  /// Tells whether it is linked to a sync object of OpenGL or EGL ([EX12], [EX19]).
  bool is_linked() const { return !command_ && !is_user(); }
  cl_command_type type() const { return type_; }

  /// Implements clSetUserEventStatus.
  Status set_user_status(cl_int status);
  /// Completes a user or linked event, unless that was done. It can still be set, with no effect.
  void settle(cl_int status);
  using Notify = void(CL_CALLBACK*)(cl_event event, cl_int status, void* user_data);
  /// Keeps a user event that commands wait for: it stays, and can still be set, after the
  /// application's last release (§5.11).
  void pin();

  Status info(cl_event_info id, const InfoSink& sink) const;
  Status profiling_info(cl_profiling_info id, const InfoSink& sink) const;

 private:
  /// Returns the status for a query: asking makes an unflushed command move.
  cl_int polled_status() const;
  void unpin();

  const Ref<Context> context_;
  const Ref<Queue> queue_;
  const Ref<Completion> completion_;
  Command* const command_;  // completion_, if it is a command
  const cl_command_type type_;
  std::atomic<bool> pinned_{false};
  std::atomic<bool> set_{false};
  bool of_no_queue_ = false;
  std::atomic<bool> completed_{false};  // by anybody; user events only
};

}  // namespace heddle
