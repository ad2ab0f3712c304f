// SPDX-License-Identifier: Apache-2.0
// Implements clBuildProgram, clCompileProgram and clLinkProgram (§5.8.4, §5.8.5). With a callback
// an operation runs on a thread of its own; nothing compiles under a lock.
#pragma once

#include <CL/cl.h>

#include <string>
#include <vector>

#include "runtime/code/code_source.h"
#include "runtime/program/program.h"

namespace heddle {

/// The callback of an operation.
struct BuildNotify {
  Program::Notify function = nullptr;
  void* user_data = nullptr;
};
/// Returns CL_INVALID_VALUE if there is user data without a function.
Status valid_notify(const BuildNotify& notify);

/// `options` may be null.
Status build_program(Program& program, const std::vector<Device*>& devices, const char* options,
                     BuildNotify notify);

/// Returns the embedded headers of clCompileProgram: CL_INVALID_VALUE, CL_INVALID_PROGRAM.
Result<std::vector<EmbeddedHeader>> embedded_headers(cl_uint num_headers, const cl_program* headers,
                                                     const char** names);
Status compile_program(Program& program, const std::vector<Device*>& devices, const char* options,
                       std::vector<EmbeddedHeader> headers, BuildNotify notify);

/// A new program, which exists as soon as linking could begin, also when it failed then (§5.8.5).
struct Linked {
  Ref<Program> program;
  Status status;
};
Result<Linked> link_program(Context& context, cl_uint num_devices, const cl_device_id* device_list,
                            const char* options, cl_uint num_inputs, const cl_program* inputs,
                            BuildNotify notify);

}  // namespace heddle
