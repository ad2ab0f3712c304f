// SPDX-License-Identifier: Apache-2.0
// Buffer objects (§5.2.1).
#pragma once

#include "runtime/memory/memory.h"

namespace heddle {

/// Implements clCreateBuffer.
Result<Ref<Memory>> create_buffer(Context& context, cl_mem_flags flags, size_t size,
                                  void* host_ptr);
/// Implements clCreateBufferWithProperties.
Result<Ref<Memory>> create_buffer(Context& context, const cl_mem_properties* properties,
                                  cl_mem_flags flags, size_t size, void* host_ptr);
/// Implements clCreateSubBuffer.
Result<Ref<Memory>> create_sub_buffer(Memory& parent, cl_mem_flags flags,
                                      cl_buffer_create_type type, const void* create_info);

}  // namespace heddle
