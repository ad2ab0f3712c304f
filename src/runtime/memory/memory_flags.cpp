// SPDX-License-Identifier: Apache-2.0
#include "runtime/memory/memory_flags.h"

#include <bit>

namespace heddle {
namespace {

bool at_most_one(cl_mem_flags flags) {
  return std::popcount(flags) <= 1;
}

Status exclusive(cl_mem_flags flags) {
  TRY(require(at_most_one(flags & kDeviceAccess), CL_INVALID_VALUE,
              "more than one kind of device access"));
  TRY(require(at_most_one(flags & kHostAccess), CL_INVALID_VALUE,
              "more than one kind of host access"));
  TRY(require(!(flags & khr::kMemImmutable) ||
                  !(flags & (CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_HOST_WRITE_ONLY)),
              CL_INVALID_VALUE, "CL_MEM_IMMUTABLE_EXT with access for writing"));
  return require(
      !(flags & CL_MEM_USE_HOST_PTR) || !(flags & (CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR)),
      CL_INVALID_VALUE, "CL_MEM_USE_HOST_PTR with CL_MEM_ALLOC_HOST_PTR or CL_MEM_COPY_HOST_PTR");
}

}  // namespace

Result<cl_mem_flags> memory_flags(cl_mem_flags given, cl_mem_flags allowed) {
  TRY(require(!(given & ~allowed), CL_INVALID_VALUE, "unknown or unsuitable memory flags"));
  TRY(exclusive(given));
  return given & kContentAccess ? given : given | CL_MEM_READ_WRITE;
}

Result<cl_mem_flags> storage_flags(cl_mem_flags given) {
  const cl_mem_flags complete =
      TRY(memory_flags(given, kContentAccess | kHostPointer | kHostAccess));
  TRY(require(
      !(complete & khr::kMemImmutable) || complete & (CL_MEM_COPY_HOST_PTR | CL_MEM_USE_HOST_PTR),
      CL_INVALID_VALUE, "CL_MEM_IMMUTABLE_EXT without a host_ptr to take or to copy"));
  return complete;
}

Result<cl_mem_flags> inherited_flags(cl_mem_flags given, cl_mem_flags parent) {
  TRY(require(!(given & ~(kContentAccess | kHostAccess)), CL_INVALID_VALUE,
              "flags that a memory object made from another one cannot have"));
  TRY(exclusive(given));
  const cl_mem_flags access = given & kContentAccess, host = given & kHostAccess;
  const cl_mem_flags parent_access = parent & kContentAccess, parent_host = parent & kHostAccess;
  // Immutable objects can be read.
  const bool writes = access & (CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY);
  const bool reads = access & (CL_MEM_READ_WRITE | CL_MEM_READ_ONLY | khr::kMemImmutable);
  TRY(require((!writes || !(parent_access & (CL_MEM_READ_ONLY | khr::kMemImmutable))) &&
                  (!reads || !(parent_access & CL_MEM_WRITE_ONLY)),
              CL_INVALID_VALUE, "device access that the parent does not have"));
  TRY(require(!host || !parent_host || host == parent_host || host == CL_MEM_HOST_NO_ACCESS,
              CL_INVALID_VALUE, "host access that the parent does not have"));
  const cl_mem_flags complete = (access ? access | (parent & khr::kMemImmutable) : parent_access) |
                                (host ? host : parent_host) | (parent & kHostPointer);
  TRY(exclusive(complete));
  return complete;
}

Result<cl_mem_flags> external_flags(cl_mem_flags given, const void* host_ptr) {
  const cl_mem_flags complete = TRY(memory_flags(given, kContentAccess | kHostAccess));
  TRY(host_pointer(complete, host_ptr));
  return complete;
}

Status host_pointer(cl_mem_flags flags, const void* host_ptr) {
  const bool wanted = flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR);
  TRY(require(!wanted || host_ptr, CL_INVALID_HOST_PTR, "host_ptr is null"));
  return require(wanted || !host_ptr, CL_INVALID_HOST_PTR,
                 "host_ptr is given, but no flag to use it");
}

}  // namespace heddle
