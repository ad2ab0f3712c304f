// SPDX-License-Identifier: Apache-2.0
// Makes the ELF object of one kernel executable, without LLVM, whether it is new or from the cache.
// The object is untrusted: it may come from a program binary.
#pragma once

#include <memory>
#include <span>

#include "abi/kernel_abi.h"
#include "support/result.h"

namespace heddle::cpu {

class LoadedKernel {
 public:
  virtual ~LoadedKernel() = default;
  hd_kernel_function function() const { return function_; }

 protected:
  hd_kernel_function function_ = nullptr;
};

/// Returns the bytes of all code that is loaded in this process.
size_t loaded_bytes() noexcept;

/// Loads a kernel. `name` is for debuggers and profilers. The error code is CL_INVALID_BINARY or
/// CL_OUT_OF_HOST_MEMORY.
Result<std::shared_ptr<const LoadedKernel>> load_kernel(std::span<const unsigned char> object,
                                                        const char* name);

}  // namespace heddle::cpu
