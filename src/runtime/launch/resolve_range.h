// SPDX-License-Identifier: Apache-2.0
// From the index space that was asked for to the one that runs (§5.10).
#pragma once

#include "abi/program_record.h"
#include "platform/device.h"
#include "runtime/launch/index_space.h"
#include "support/result.h"

namespace heddle {

/// Dimension, sizes and offset: CL_INVALID_WORK_DIMENSION, CL_INVALID_GLOBAL_OFFSET. `local` is
/// left as it is.
Result<NDRange> global_range(const NDRangeRequest& request);
/// The local size given, checked against the kernel and the device, or else a good one:
/// CL_INVALID_WORK_GROUP_SIZE, CL_INVALID_WORK_ITEM_SIZE.
/// `uniform`: all groups must be full.
Result<Sizes3> local_range(const NDRange& range, const size_t* local, const KernelRecord& kernel,
                           bool uniform, const Device& device);

}  // namespace heddle
