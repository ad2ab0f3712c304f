// SPDX-License-Identifier: Apache-2.0
// The way into a queue and the waits of the application (§5.1, 5.11, 5.15). Here wait lists become
// dependencies, and commands get the events that were asked for.
#pragma once

#include <CL/cl.h>

#include <span>
#include <vector>

#include "runtime/command/event.h"
#include "support/result.h"

namespace heddle {

/// Returns the queue of a handle. CL_INVALID_COMMAND_QUEUE if it is none, or a device queue.
Result<Ref<Queue>> any_host_queue(cl_command_queue queue);
/// Returns a queue that host commands can go to: CL_INVALID_COMMAND_QUEUE,
/// CL_CONTEXT_TERMINATED_KHR.
Result<Ref<Queue>> host_queue(cl_command_queue queue);

/// The events of a wait list that has been checked, held until the command depends on them.
using WaitList = std::vector<Ref<Event>>;
/// Permission to wait for events that are linked to other APIs' objects. Only commands that
/// acquire such objects may do so ([EX12.5], [EX19.5]).
enum class Linked : bool { Refuse, Allow };
/// Checks a wait list: CL_INVALID_EVENT_WAIT_LIST, CL_INVALID_CONTEXT, CL_INVALID_EVENT.
Result<WaitList> wait_list(const Queue& queue, cl_uint num_events, const cl_event* events,
                           Linked linked = Linked::Refuse);
/// Checks at once that no event has failed: CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST.
Status none_failed(const WaitList& waits);

/// The arguments of an enqueue call besides those about the command's work.
struct EnqueueArgs {
  WaitList waits;
  cl_event* event = nullptr;
  bool blocking = false;
  /// The destination of a command that does not go into the queue (command_buffer/), or null.
  Ref<Command>* recorded = nullptr;
};

/// Enqueues a command. Makes an event if `event` is not null; on an error nothing is written to it.
/// A blocking command returns when it is done (not when the queue is empty), with the command's
/// error if it failed.
Status enqueue(Queue& queue, Ref<Command> command, const EnqueueArgs& args);
/// Enqueues a command of several queues, made for the first one: each orders it as one of its own.
/// Its event belongs to no queue.
Status enqueue_across(std::span<const Ref<Queue>> queues, Ref<Command> command,
                      const WaitList& waits, cl_event* event);
/// Enqueues a marker or a barrier. Without a wait list it waits for all earlier commands; a barrier
/// holds later ones back.
enum class Sync { Marker, Barrier };
Status enqueue_sync(Queue& queue, Sync kind, const WaitList& waits, cl_event* event);

/// Implements clFinish: waits until every command so far is done, and the callbacks of their events
/// have returned.
void finish(Queue& queue);
/// Implements clWaitForEvents.
Status wait_for_events(cl_uint num_events, const cl_event* events);

}  // namespace heddle
