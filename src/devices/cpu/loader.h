// SPDX-License-Identifier: Apache-2.0
// Makes the ELF object of one kernel executable, without LLVM, whether it is new or from the cache.
// The object is untrusted: it may come from a program binary.
#pragma once

#include <memory>
#include <optional>

#include "abi/kernel_abi.h"
#include "abi/program_record.h"
#include "devices/cpu/debug_records.h"
#include "support/result.h"

namespace heddle::cpu {

class LoadedKernel {
 public:
  virtual ~LoadedKernel() = default;
  hd_kernel_function function() const { return function_; }
  const hd_loaded_code& code() const { return record_->place(); }

 protected:
  hd_kernel_function function_ = nullptr;
  std::optional<CodeRecord> record_;
};

/// Returns the bytes of all code that is loaded in this process.
size_t loaded_bytes() noexcept;

/// Loads a kernel's object. Its name, arguments and lines are for debuggers and profilers. The
/// error code is CL_INVALID_BINARY or CL_OUT_OF_HOST_MEMORY.
Result<std::shared_ptr<const LoadedKernel>> load_kernel(const KernelRecord& kernel);

}  // namespace heddle::cpu
