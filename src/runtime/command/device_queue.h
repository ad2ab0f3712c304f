// SPDX-License-Identifier: Apache-2.0
// Device queues (§5.1): queues that kernels enqueue to. They are Queue objects of which only the
// properties, the device and the context matter. Dependencies between their commands are the events
// that kernels name, and the host can enqueue nothing to them.
#pragma once

#include <CL/cl.h>

#include "runtime/command/queue.h"
#include "support/result.h"

namespace heddle {

/// Implements clCreateCommandQueueWithProperties with CL_QUEUE_ON_DEVICE. Returns a new queue, or
/// with CL_QUEUE_ON_DEVICE_DEFAULT the one that is the device's default already (§5.1).
Result<Ref<Queue>> create_device_queue(Context& context, Device& device,
                                       cl_command_queue_properties properties, cl_uint size,
                                       std::vector<cl_queue_properties> list);

/// Implements clSetDefaultDeviceCommandQueue. CL_INVALID_COMMAND_QUEUE unless `queue` is a device
/// queue of `device`.
Status set_default_queue(Context& context, const Device& device, Queue& queue);
/// Returns the default queue of `device`, or null.
Ref<Queue> default_queue(Context& context, const Device& device);

}  // namespace heddle
