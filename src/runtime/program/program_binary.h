// SPDX-License-Identifier: Apache-2.0
// Program binaries (§5.8.1): a serialised ProgramRecord, with IR, and with objects if they exist. A
// binary that was made for another CPU is compiled anew from its IR when it is built; its objects
// are never run.
#pragma once

#include <CL/cl.h>

#include <memory>
#include <span>

#include "runtime/program/program.h"
#include "support/result.h"

namespace heddle {

/// Loads a binary: CL_INVALID_BINARY unless `bytes` is a whole record with contents that this
/// device can use.
Result<std::shared_ptr<ProgramCode>> load_binary(std::span<const unsigned char> bytes);

/// Implements clCreateProgramWithBinary.
Result<Ref<Program>> program_with_binary(Context& context, cl_uint num_devices,
                                         const cl_device_id* device_list, const size_t* lengths,
                                         const unsigned char** binaries, cl_int* binary_status);

/// Tells whether the objects in `record` are for this machine, with sub-groups of the size that is
/// asked for here.
bool made_for_this_device(const ProgramRecord& record);

/// Returns CL_PROGRAM_BINARY_TYPE.
cl_program_binary_type binary_type(const std::shared_ptr<ProgramCode>& code);

}  // namespace heddle
