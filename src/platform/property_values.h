// SPDX-License-Identifier: Apache-2.0
// Values in lists of properties that are more than a word, or not any word.
#pragma once

#include <CL/cl.h>

#include <vector>

#include "platform/context.h"
#include "support/result.h"

namespace heddle {

/// The value of a property that is a list of devices and ends with a 0; `at` is its first word, and
/// the word after the 0 then. CL_INVALID_DEVICE: one that is none, or not of the context.
Result<std::vector<Ref<Device>>> device_list(const Context& context, const cl_ulong*& at);
/// The value of a property that is a file descriptor: the error `invalid` if it can be none.
Result<int> file_descriptor(cl_ulong value, cl_int invalid);

}  // namespace heddle
