// SPDX-License-Identifier: Apache-2.0
// Unified shared memory (cl_intel_unified_shared_memory 1.2). As for SVM, a pointer is a pointer:
// the kinds of allocations differ in the answers of queries only.
#pragma once

#include "platform/info.h"
#include "platform/later_extensions.h"
#include "runtime/command/enqueue.h"
#include "runtime/memory/allocations.h"

namespace heddle {

/// The request of an allocation.
struct USMRequest {
  Allocation::Kind kind;
  cl_device_id device;  ///< null: none, as host memory must have and shared memory may
  const khr::Properties* properties;
  size_t size;
  cl_uint alignment;  ///< 0: that of the largest type
};
/// Implements clHostMemAllocINTEL and its kin. The context lives at least as long as its
/// allocations.
Result<void*> usm_alloc(Context& context, const USMRequest& request);
/// Implements clMemFreeINTEL and, if `blocking`, clMemBlockingFreeINTEL, which waits for all queues
/// of the context: any of their commands may use the memory.
Status usm_free(Context& context, void* pointer, bool blocking);
/// Implements clGetMemAllocInfoINTEL.
Status usm_info(const Context& context, const void* pointer, cl_uint id, const InfoSink& sink);

}  // namespace heddle
