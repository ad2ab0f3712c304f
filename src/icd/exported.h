// SPDX-License-Identifier: Apache-2.0
// The entry points that loaders look up by name. They exist twice: here hidden, for the dispatch
// table, and exported under their C names (exports.cpp), which inside a process with a loader may
// bind to the loader's own functions.
#pragma once

#include <CL/cl.h>
#include <CL/cl_ext.h>

#define HEDDLE_EXPORT extern "C" __attribute__((visibility("default")))

namespace heddle {

cl_int CL_API_CALL clGetPlatformInfo(cl_platform_id platform, cl_platform_info param_name,
                                     size_t param_value_size, void* param_value,
                                     size_t* param_value_size_ret);
void* CL_API_CALL clGetExtensionFunctionAddress(const char* func_name);
void* CL_API_CALL clGetExtensionFunctionAddressForPlatform(cl_platform_id platform,
                                                           const char* func_name);

}  // namespace heddle
