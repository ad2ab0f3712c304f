// SPDX-License-Identifier: Apache-2.0
// Device queues (§5.1): queues that kernels enqueue to. They are Queue objects of which only the
// properties, the device and the context count: dependencies between their commands are the events
// that kernels name, and nothing of the host's may be enqueued to them.
#pragma once

#include <CL/cl.h>

#include "runtime/command/queue.h"
#include "support/result.h"

namespace heddle {

/// clCreateCommandQueueWithProperties with CL_QUEUE_ON_DEVICE: a new queue, or with
/// CL_QUEUE_ON_DEVICE_DEFAULT the one that is the device's default already (§5.1).
Result<Ref<Queue>> create_device_queue(Context& context, Device& device,
                                       cl_command_queue_properties properties, cl_uint size,
                                       std::vector<cl_queue_properties> list);

/// clSetDefaultDeviceCommandQueue. CL_INVALID_COMMAND_QUEUE unless it is a device queue of
/// `device`.
Status set_default_queue(Context& context, const Device& device, Queue& queue);
/// The default queue of `device`, or null.
Ref<Queue> default_queue(Context& context, const Device& device);

}  // namespace heddle
