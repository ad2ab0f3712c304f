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

/// Of cl_khr_command_buffer and cl_khr_command_buffer_mutable_dispatch (api_command_buffer.cpp).
std::span<const ExtensionFunction> command_buffer_functions();
/// Of cl_khr_semaphore (api_semaphore.cpp).
std::span<const ExtensionFunction> semaphore_functions();
/// Of cl_intel_unified_shared_memory (api_usm.cpp).
std::span<const ExtensionFunction> usm_functions();

}  // namespace heddle
