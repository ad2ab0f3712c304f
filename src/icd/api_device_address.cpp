// SPDX-License-Identifier: Apache-2.0
// Addresses of buffers as arguments (cl_ext_buffer_device_address), found by name
// (extension_address.cpp).
#include "icd/entry.h"
#include "icd/extension_function.h"
#include "runtime/kernel/kernel.h"

namespace heddle {
namespace {

cl_int CL_API_CALL set_kernel_arg_device_pointer(cl_kernel kernel, cl_uint arg_index,
                                                 khr::DeviceAddress arg_value) {
  return call("clSetKernelArgDevicePointerEXT", [&]() -> Status {
    return TRY(handle<Kernel>(kernel))->args().set_device_pointer(arg_index, arg_value);
  });
}

}  // namespace

std::span<const ExtensionFunction> device_address_functions() {
  static const ExtensionFunction functions[] = {
      {"clSetKernelArgDevicePointerEXT", reinterpret_cast<void*>(&set_kernel_arg_device_pointer)},
  };
  return functions;
}

}  // namespace heddle
