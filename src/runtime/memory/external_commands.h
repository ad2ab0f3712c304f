// SPDX-License-Identifier: Apache-2.0
// Hands memory over between OpenCL and other APIs (cl_khr_external_memory).
#pragma once

#include <span>

#include "runtime/command/enqueue.h"
#include "runtime/memory/memory.h"

namespace heddle {

/// Enqueues clEnqueueAcquireExternalMemObjectsKHR or clEnqueueReleaseExternalMemObjectsKHR, by
/// `type`. The wait list has been checked except for commands that failed.
Status enqueue_external(Queue& queue, cl_command_type type, std::span<const cl_mem> objects,
                        const EnqueueArgs& args);

}  // namespace heddle
