// SPDX-License-Identifier: Apache-2.0
// Terminates a context (cl_khr_terminate_context, [EX23]). Running kernels see a flag
// (hd_launch.stop) between ranges of work-groups and in their loops; ready commands do not start
// any more. All other commands wait for such commands or for user events. So the user events of the
// context fail, its queues are flushed, and everything comes to its end.
#pragma once

#include "platform/context.h"

namespace heddle {

/// Implements clTerminateContextKHR: CL_INVALID_OPERATION, CL_CONTEXT_TERMINATED_KHR.
Status terminate_context(Context& context);
/// Registers a hook that ends things of rooms above this one: it is called for each context that is
/// terminated from now on, and counts as such by then. To be called once.
void at_termination(void (*hook)(Context& context));

}  // namespace heddle
