// SPDX-License-Identifier: Apache-2.0
// The rules of cl_mem_flags (§5.2.1, Table 11), for every kind of memory object.
#pragma once

#include <CL/cl.h>

#include "platform/later_extensions.h"
#include "support/result.h"

namespace heddle {

inline constexpr cl_mem_flags kDeviceAccess =
    CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY;
inline constexpr cl_mem_flags kHostPointer =
    CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR;
inline constexpr cl_mem_flags kHostAccess =
    CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS;

/// Access of kernels, and of all others (cl_ext_immutable_memory_objects).
inline constexpr cl_mem_flags kContentAccess = kDeviceAccess | khr::kMemImmutable;

/// Returns the flags of a new object, with the default access filled in. CL_INVALID_VALUE for bits
/// other than those of `allowed` and for flags that exclude each other.
Result<cl_mem_flags> memory_flags(cl_mem_flags given, cl_mem_flags allowed);
/// Completes the flags of an object whose bytes are its own or the application's: CL_INVALID_VALUE
/// also for an immutable one that gets no content.
Result<cl_mem_flags> storage_flags(cl_mem_flags given);
/// Returns the flags of a sub-buffer or of an image made from another object: flags that are not
/// given are inherited (§5.2.1, 5.3.1), immutability always. CL_INVALID_VALUE if more is asked for
/// than `parent` allows.
Result<cl_mem_flags> inherited_flags(cl_mem_flags given, cl_mem_flags parent);
/// Returns the flags of an object made from an external handle, which has no host pointer:
/// CL_INVALID_VALUE, CL_INVALID_HOST_PTR.
Result<cl_mem_flags> external_flags(cl_mem_flags given, const void* host_ptr);
/// Checks that flags and pointer agree: CL_INVALID_HOST_PTR.
Status host_pointer(cl_mem_flags flags, const void* host_ptr);

}  // namespace heddle
