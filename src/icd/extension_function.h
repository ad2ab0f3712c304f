// SPDX-License-Identifier: Apache-2.0
// Functions that applications get by name only.
#pragma once

#include <span>
#include <string_view>

namespace heddle {

struct ExtensionFunction {
  std::string_view name;
  void* address;
};

/// Functions of cl_khr_command_buffer and its mutable dispatch (api_command_buffer.cpp).
std::span<const ExtensionFunction> command_buffer_functions();
/// Functions of cl_ext_buffer_device_address (api_device_address.cpp).
std::span<const ExtensionFunction> device_address_functions();
/// Functions of cl_khr_gl_sharing and the extensions around it (api_gl.cpp).
std::span<const ExtensionFunction> gl_functions();
/// Functions of cl_ext_image_requirements_info (api_image.cpp).
std::span<const ExtensionFunction> image_functions();
/// Functions of cl_khr_semaphore and cl_khr_external_semaphore (api_semaphore.cpp).
std::span<const ExtensionFunction> semaphore_functions();
/// Functions of cl_khr_external_memory (api_external.cpp).
std::span<const ExtensionFunction> external_memory_functions();
/// Functions of cl_intel_unified_shared_memory (api_usm.cpp).
std::span<const ExtensionFunction> usm_functions();

}  // namespace heddle
