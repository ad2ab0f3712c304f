// SPDX-License-Identifier: Apache-2.0
// Values of properties (property_list.h) that stand for something else.
#pragma once

#include <CL/cl.h>

#include <span>
#include <vector>

#include "platform/context.h"
#include "support/result.h"

namespace heddle {

/// The value of a property that is a list of devices. CL_INVALID_DEVICE: one that is none, or not
/// of the context.
Result<std::vector<Ref<Device>>> device_list(const Context& context,
                                             std::span<const cl_ulong> list);
/// The value of a property that is a file descriptor: the error `invalid` if it can be none.
Result<int> file_descriptor(cl_ulong value, cl_int invalid);

}  // namespace heddle
