// SPDX-License-Identifier: Apache-2.0
// Pipes (§5.4).
#include "icd/entry.h"
#include "runtime/memory/pipe.h"

using namespace heddle;

cl_mem CL_API_CALL clCreatePipe(cl_context context, cl_mem_flags flags, cl_uint pipe_packet_size,
                                cl_uint pipe_max_packets, const cl_pipe_properties* properties,
                                cl_int* errcode_ret) {
  return create(__func__, errcode_ret, [&]() -> Result<Ref<Memory>> {
    return create_pipe(*TRY(usable_context(context)), flags, pipe_packet_size, pipe_max_packets,
                       properties);
  });
}

cl_int CL_API_CALL clGetPipeInfo(cl_mem pipe, cl_pipe_info param_name, size_t param_value_size,
                                 void* param_value, size_t* param_value_size_ret) {
  return call(__func__, [&]() -> Status {
    return pipe_info(*TRY(handle<Memory>(pipe)), param_name,
                     {param_value_size, param_value, param_value_size_ret});
  });
}
