// SPDX-License-Identifier: Apache-2.0
// Callbacks of events. They run on one thread of their own, which starts with the first of them: a
// slow callback delays other callbacks, never a command. Programs free data of their callbacks
// after clWaitForEvents or clFinish. So a wait for commands by the application includes the
// callbacks of their events, and calls those that nobody has called.
#pragma once

#include <CL/cl.h>

#include "runtime/command/event.h"

namespace heddle {

/// Implements clSetEventCallback: calls `notify` once, when the event's status is `type` or past
/// it; at once, if it already is.
Status set_event_callback(Event& event, cl_int type, Event::Notify notify, void* user_data);

/// Returns the number of registered callbacks, for a wait that begins. The wait covers those, not
/// ones that are registered meanwhile. Returns 0 within a callback: a wait there is for commands
/// only, as it could be for itself.
uint64_t registered_callbacks();
/// Returns when those among the first `last` callbacks have returned that belong to this event,
/// which is done, or to the events of this queue that are done.
void wait_for_callbacks(const Event& event, uint64_t last);
void wait_for_callbacks(const Queue& queue, uint64_t last);

}  // namespace heddle
