// SPDX-License-Identifier: Apache-2.0
// The exported entry points (exports.map); see exported.h for why they only pass the call on.
#include "icd/exported.h"

HEDDLE_EXPORT cl_int CL_API_CALL clGetPlatformInfo(cl_platform_id platform,
                                                   cl_platform_info param_name,
                                                   size_t param_value_size, void* param_value,
                                                   size_t* param_value_size_ret) {
  return heddle::clGetPlatformInfo(platform, param_name, param_value_size, param_value,
                                   param_value_size_ret);
}

HEDDLE_EXPORT void* CL_API_CALL clGetExtensionFunctionAddress(const char* func_name) {
  return heddle::clGetExtensionFunctionAddress(func_name);
}

HEDDLE_EXPORT void* CL_API_CALL clGetExtensionFunctionAddressForPlatform(cl_platform_id platform,
                                                                         const char* func_name) {
  return heddle::clGetExtensionFunctionAddressForPlatform(platform, func_name);
}
