// SPDX-License-Identifier: Apache-2.0
// Callbacks of events run on one thread of their own, which starts with the first of them: a slow
// callback delays other callbacks, never a command. Programs free what their callbacks use after
// clWaitForEvents or clFinish, so a wait for commands by the application is one for the callbacks
// of their events, too, which it calls itself if nobody has.
#pragma once

#include <CL/cl.h>

#include "runtime/command/event.h"

namespace heddle {

/// clSetEventCallback: calls `notify` once, when the event's status is `type` or past it; now, if
/// it already is.
Status set_event_callback(Event& event, cl_int type, Event::Notify notify, void* user_data);

/// How many were registered, for a wait that begins: it is for those, not for what others or they
/// themselves register meanwhile. 0 within a callback: a wait there is for commands only, as it
/// could be for itself.
uint64_t registered_callbacks();
/// Of an event that is done, or of all events of a queue that were when the `last`-th callback was
/// registered, and are done: returns when those among the first `last` have returned.
void wait_for_callbacks(const Event& event, uint64_t last);
void wait_for_callbacks(const Queue& queue, uint64_t last);

}  // namespace heddle
