// SPDX-License-Identifier: Apache-2.0
// Executing kernels (§5.10): the checks of clEnqueueNDRangeKernel, and the command that it makes.
#pragma once

#include <CL/cl.h>

#include "devices/cpu/nd_range.h"
#include "runtime/command/queue.h"
#include "runtime/kernel/kernel.h"
#include "runtime/kernel/local_size.h"
#include "support/result.h"

namespace heddle {

/// The index space as the application gave it.
struct NDRangeRequest {
  cl_uint work_dim;
  const size_t* offset;
  const size_t* global;
  const size_t* local;
};

/// The index space as it will run. Unused dimensions have size 1 and offset 0.
struct NDRange {
  cl_uint work_dim = 1;
  Sizes3 offset{0, 0, 0};
  Sizes3 global{1, 1, 1};
  Sizes3 local{1, 1, 1};

  /// Nothing runs then, and `local` means nothing (§5.10).
  bool empty() const { return !global[0] || !global[1] || !global[2]; }
};

/// Bytes of context for a group (kernel_abi.h), or the largest number.
uint64_t context_size(const KernelRecord& record, Sizes3 local);

/// What compiled code is told of a launch, but for what NDRangeJob fills in.
/// `args`: as long as `record` says.
hd_launch launch_of(const NDRange& range, const KernelRecord& record, const unsigned char* args,
                    unsigned char* globals, const Context* context = nullptr);
/// `local_memory`: bytes of a group, arguments included. CL_OUT_OF_RESOURCES if the groups need
/// more than the device has.
Result<cpu::LaunchSizes> launch_sizes(const NDRange& range, const KernelRecord& record,
                                      size_t local_memory, const Device& device);

/// Dimension, sizes and offset: CL_INVALID_WORK_DIMENSION, CL_INVALID_GLOBAL_OFFSET. `local` is
/// left as it is.
Result<NDRange> global_range(const NDRangeRequest& request);
/// The local size given, checked against the kernel and the device, or else a good one:
/// CL_INVALID_WORK_GROUP_SIZE, CL_INVALID_WORK_ITEM_SIZE.
Result<Sizes3> local_range(const NDRange& range, const size_t* local, const KernelOnDevice& kernel,
                           const Device& device);

/// clEnqueueNDRangeKernel; `type` is CL_COMMAND_TASK for clEnqueueTask.
Status enqueue_ndrange(Queue& queue, Kernel& kernel, const NDRangeRequest& request,
                       const WaitList& waits, cl_event* event,
                       cl_command_type type = CL_COMMAND_NDRANGE_KERNEL);

/// clGetKernelSuggestedLocalWorkSizeKHR: what the same enqueue with a null local_work_size would
/// use.
Status suggested_local_size(const Queue& queue, const Kernel& kernel, const NDRangeRequest& request,
                            size_t* suggested);

}  // namespace heddle
