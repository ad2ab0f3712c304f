// SPDX-License-Identifier: Apache-2.0
// Callbacks of events run on one thread of their own, which starts with the first of them: a slow
// callback delays other callbacks, never a command.
#pragma once

#include <CL/cl.h>

#include "runtime/event.h"

namespace heddle {

/// Calls `notify` once, when the event's status is `type` or past it; now, if it already is.
Status add_event_callback(Event& event, cl_int type, Event::Notify notify, void* user_data);
/// The status of a watched completion has changed.
void status_changed(Completion& completion);

}  // namespace heddle
