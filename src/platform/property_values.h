// SPDX-License-Identifier: Apache-2.0
// Values of properties (property_list.h) that stand for something else.
#pragma once

#include <CL/cl.h>

#include <span>
#include <vector>

#include "platform/context.h"
#include "support/result.h"

namespace heddle {

/// Returns the devices of a property that is a list of them. CL_INVALID_DEVICE if one is none, or
/// not the context's.
Result<std::vector<Ref<Device>>> device_list(const Context& context,
                                             std::span<const cl_ulong> list);
/// Returns the file descriptor that a property's value is; the error `invalid` if it cannot be one.
Result<int> file_descriptor(cl_ulong value, cl_int invalid);

}  // namespace heddle
