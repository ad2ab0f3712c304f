// SPDX-License-Identifier: Apache-2.0
// Terminating a context (cl_khr_terminate_context, [EX23]). Kernels that run see a flag
// (hd_launch.stop) between ranges of work-groups and in their loops; commands that are ready do not
// start any more. All others wait for such commands or for user events: so the user events of the
// context fail and its queues are flushed, and everything comes to its end.
#pragma once

#include "platform/context.h"

namespace heddle {

/// clTerminateContextKHR: CL_INVALID_OPERATION, CL_CONTEXT_TERMINATED_KHR.
Status terminate_context(Context& context);
/// What rooms above this one have to bring to an end as well: `hook` is called for each context
/// that is terminated from now on, and counts as such by then. To be registered once.
void at_termination(void (*hook)(Context& context));

}  // namespace heddle
