// SPDX-License-Identifier: Apache-2.0
// The way into a queue and the waits of the application (§5.1, 5.11, 5.15): where wait lists become
// dependencies, and commands that were asked for one get an event.
#pragma once

#include <CL/cl.h>

#include <span>
#include <vector>

#include "runtime/command/event.h"
#include "support/result.h"

namespace heddle {

/// CL_INVALID_COMMAND_QUEUE if it is none, or a device queue.
Result<Ref<Queue>> any_host_queue(cl_command_queue queue);
/// A queue that host commands can go to: CL_INVALID_COMMAND_QUEUE, CL_CONTEXT_TERMINATED_KHR.
Result<Ref<Queue>> host_queue(cl_command_queue queue);

/// The events of a wait list that has been checked, held until the command depends on them.
using WaitList = std::vector<Ref<Event>>;
/// Only commands that acquire other APIs' objects may wait for events that are linked to those
/// ([EX12.5], [EX19.5]).
enum class Linked : bool { Refuse, Allow };
/// CL_INVALID_EVENT_WAIT_LIST, CL_INVALID_CONTEXT, CL_INVALID_EVENT.
Result<WaitList> wait_list(const Queue& queue, cl_uint num_events, const cl_event* events,
                           Linked linked = Linked::Refuse);
/// CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, for calls that must say it at once.
Status none_failed(const WaitList& waits);

/// What an enqueue call says besides what the command is to do.
struct EnqueueArgs {
  WaitList waits;
  cl_event* event = nullptr;
  bool blocking = false;
  /// If not null the command goes there, and not into the queue (command_buffer/).
  Ref<Command>* recorded = nullptr;
};

/// Makes an event if `event` is not null; on an error nothing is written to it. A blocking command
/// returns when it is done (not when the queue is empty), with the command's error if it failed.
Status enqueue(Queue& queue, Ref<Command> command, const EnqueueArgs& args);
/// The same for a command of several queues, which it was made for the first of: each orders it as
/// one of its own. Its event is of no queue.
Status enqueue_across(std::span<const Ref<Queue>> queues, Ref<Command> command,
                      const WaitList& waits, cl_event* event);
/// The same for markers and barriers: without a wait list they wait for all earlier commands; a
/// barrier holds later ones back.
enum class Sync { Marker, Barrier };
Status enqueue_sync(Queue& queue, Sync kind, const WaitList& waits, cl_event* event);

/// clFinish: until every command so far is done, and the callbacks of their events have returned.
void finish(Queue& queue);
/// clWaitForEvents.
Status wait_for_events(cl_uint num_events, const cl_event* events);

}  // namespace heddle
