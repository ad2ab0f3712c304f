// SPDX-License-Identifier: Apache-2.0
// clCreateSubDevices (§4.3).
#pragma once

#include <CL/cl.h>

#include <vector>

#include "platform/device.h"

namespace heddle {

/// Makes the sub-devices of `device` that `properties` describe. Each has one reference, the
/// application's.
Result<std::vector<Ref<Device>>> partition(Device& device,
                                           const cl_device_partition_property* properties);

/// Returns their number, and makes nothing.
Result<size_t> partition_count(const Device& device,
                               const cl_device_partition_property* properties);

/// Returns the levels at which `device` can be partitioned by affinity.
cl_device_affinity_domain affinity_domains(const Device& device);

}  // namespace heddle
