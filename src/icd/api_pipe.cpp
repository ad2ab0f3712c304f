// SPDX-License-Identifier: Apache-2.0
// Pipes (§5.4). The device reports no pipe arguments: none can be made.
#include "icd/entry.h"
#include "platform/context.h"
#include "runtime/memory.h"

using namespace heddle;

cl_mem CL_API_CALL clCreatePipe(cl_context context, cl_mem_flags flags, cl_uint pipe_packet_size,
                                cl_uint pipe_max_packets, const cl_pipe_properties* properties,
                                cl_int* errcode_ret) {
  return create(__func__, errcode_ret, [&]() -> Result<Ref<Memory>> {
    TRY(handle<Context>(context));
    TRY(require(!(flags & ~cl_mem_flags{CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS}),
                CL_INVALID_VALUE, "flags that are not for pipes"));
    TRY(require(!properties, CL_INVALID_VALUE, "properties must be null"));
    TRY(require(pipe_packet_size && pipe_max_packets, CL_INVALID_PIPE_SIZE, "a size is zero"));
    return Error{CL_INVALID_OPERATION, "the device has no pipes"};
  });
}

cl_int CL_API_CALL clGetPipeInfo(cl_mem pipe, cl_pipe_info, size_t, void*, size_t*) {
  return call(__func__, [&]() -> Status {
    TRY(handle<Memory>(pipe));
    return Error{CL_INVALID_MEM_OBJECT, "not a pipe"};
  });
}
