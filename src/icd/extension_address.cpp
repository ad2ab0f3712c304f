// SPDX-License-Identifier: Apache-2.0
// Looks functions of extensions up by name (extension specification §1.3), those of extensions that
// the device lists only.
#include <CL/cl_ext.h>

#include <string_view>

#include "icd/entry.h"
#include "icd/exported.h"
#include "icd/extension_function.h"
#include "platform/platform.h"

namespace heddle {
namespace {

void* find(const char* name) {
  static const ExtensionFunction functions[] = {
      {"clIcdGetPlatformIDsKHR", reinterpret_cast<void*>(&clIcdGetPlatformIDsKHR)},
      {"clCreateCommandQueueWithPropertiesKHR",
       reinterpret_cast<void*>(&::clCreateCommandQueueWithProperties)},
      {"clCreateProgramWithILKHR", reinterpret_cast<void*>(&::clCreateProgramWithIL)},
      {"clEnqueueMigrateMemObjectEXT", reinterpret_cast<void*>(&::clEnqueueMigrateMemObjectEXT)},
      {"clGetKernelSubGroupInfoKHR", reinterpret_cast<void*>(&::clGetKernelSubGroupInfo)},
      {"clGetKernelSuggestedLocalWorkSizeKHR",
       reinterpret_cast<void*>(&::clGetKernelSuggestedLocalWorkSizeKHR)},
      {"clTerminateContextKHR", reinterpret_cast<void*>(&::clTerminateContextKHR)},
  };
  if (!name) return nullptr;
  for (const auto list : {std::span<const ExtensionFunction>(functions), command_buffer_functions(),
                          device_address_functions(), gl_functions(), image_functions(),
                          semaphore_functions(), external_memory_functions(), usm_functions()}) {
    for (const ExtensionFunction& function : list) {
      if (function.name == name) return function.address;
    }
  }
  return nullptr;
}

}  // namespace

void* CL_API_CALL clGetExtensionFunctionAddress(const char* func_name) {
  return find(func_name);
}

void* CL_API_CALL clGetExtensionFunctionAddressForPlatform(cl_platform_id platform,
                                                           const char* func_name) {
  return Platform::from(platform) ? find(func_name) : nullptr;
}

}  // namespace heddle
