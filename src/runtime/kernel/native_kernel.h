// SPDX-License-Identifier: Apache-2.0
// Native kernels (§5.10): a host function as a command.
#pragma once

#include "runtime/memory/transfer.h"

namespace heddle {

struct NativeKernel {
  void(CL_CALLBACK* function)(void*);
  const void* args;
  size_t size;  ///< bytes of args
  cl_uint num_objects;
  const cl_mem* objects;
  const void** locations;  ///< the places of the handles in args
};

/// Implements clEnqueueNativeKernel; checks everything but queue and wait list.
Status enqueue_native_kernel(Queue& queue, const NativeKernel& kernel, const EnqueueArgs& args);

}  // namespace heddle
