// SPDX-License-Identifier: Apache-2.0
// Executes kernels (§5.10): the checks of clEnqueueNDRangeKernel, and its command.
#pragma once

#include <CL/cl.h>

#include "runtime/command/enqueue.h"
#include "runtime/kernel/kernel.h"
#include "runtime/launch/index_space.h"
#include "support/result.h"

namespace heddle {

/// Implements clEnqueueNDRangeKernel; `type` is CL_COMMAND_TASK for clEnqueueTask.
Status enqueue_ndrange(Queue& queue, Kernel& kernel, const NDRangeRequest& request,
                       const EnqueueArgs& args, cl_command_type type = CL_COMMAND_NDRANGE_KERNEL);

/// Makes the checks that need no arguments, for a kernel that lacks some.
Status check_index_space(const Queue& queue, const Kernel& kernel, const NDRangeRequest& request);

/// Implements clGetKernelSuggestedLocalWorkSizeKHR: returns the size that the same enqueue with a
/// null local_work_size would use.
Status suggested_local_size(const Queue& queue, const Kernel& kernel, const NDRangeRequest& request,
                            size_t* suggested);

}  // namespace heddle
