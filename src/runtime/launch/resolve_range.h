// SPDX-License-Identifier: Apache-2.0
// Turns the index space that was asked for into the one that runs (§5.10).
#pragma once

#include "abi/program_record.h"
#include "platform/device.h"
#include "runtime/launch/index_space.h"
#include "support/result.h"

namespace heddle {

/// Checks dimension, sizes and offset: CL_INVALID_WORK_DIMENSION, CL_INVALID_GLOBAL_OFFSET. Leaves
/// `local` as it is.
Result<NDRange> global_range(const NDRangeRequest& request);
/// Checks the local size against the kernel and the device, or chooses one if it is null:
/// CL_INVALID_WORK_GROUP_SIZE, CL_INVALID_WORK_ITEM_SIZE. `uniform`: all groups must be full.
Result<Sizes3> local_range(const NDRange& range, const size_t* local, const KernelRecord& kernel,
                           bool uniform, const Device& device);

}  // namespace heddle
