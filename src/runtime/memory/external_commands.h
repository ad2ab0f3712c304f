// SPDX-License-Identifier: Apache-2.0
// Handing memory over between OpenCL and other APIs (cl_khr_external_memory).
#pragma once

#include <span>

#include "runtime/command/enqueue.h"
#include "runtime/memory/memory.h"

namespace heddle {

/// clEnqueueAcquireExternalMemObjectsKHR or clEnqueueReleaseExternalMemObjectsKHR, by `type`; the
/// wait list has been checked but for commands that failed.
Status enqueue_external(Queue& queue, cl_command_type type, std::span<const cl_mem> objects,
                        const EnqueueArgs& args);

}  // namespace heddle
