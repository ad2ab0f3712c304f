// SPDX-License-Identifier: Apache-2.0
// Pipes (§5.4). The bytes of the object begin with its hd_pipe (abi/kernel_abi.h). Kernels work on
// it, the host never does.
#pragma once

#include "runtime/memory/memory.h"

namespace heddle {

/// Implements clCreatePipe.
Result<Ref<Memory>> create_pipe(Context& context, cl_mem_flags flags, cl_uint packet_size,
                                cl_uint max_packets, const cl_pipe_properties* properties);
/// Implements clGetPipeInfo: CL_INVALID_MEM_OBJECT if it is no pipe.
Status pipe_info(const Memory& pipe, cl_pipe_info id, const InfoSink& sink);

}  // namespace heddle
