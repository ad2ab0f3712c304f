// SPDX-License-Identifier: Apache-2.0
// The objects that a launch's arguments point to, for the sentence about a fault.
#pragma once

#include <vector>

#include "devices/cpu/debug_records.h"
#include "runtime/kernel/kernel_args.h"

namespace heddle {

/// Returns the buffers, images, SVM and USM allocations among the arguments.
std::vector<hd_launch_object> launch_objects(const KernelRecord& record, const KernelArgs& args);

}  // namespace heddle
