// SPDX-License-Identifier: Apache-2.0
// The kernels of a program's blocks on one device: what its kernels may enqueue (OpenCL C 2.0
// §6.13.17). Made with the first kernel object that could, shared by all that it starts.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "runtime/kernel/kernel.h"
#include "support/result.h"

namespace heddle {

class BlockKernels {
 public:
  explicit BlockKernels(Program::DeviceState state);

  /// The kernel with this number in the program, counted from 1; ready to run. CL_INVALID_KERNEL
  /// if there is no such block, or what its code could not be had for.
  Result<KernelOnDevice*> get(uint64_t number);
  /// Whether the program was built with -g: then enqueue_kernel tells errors apart (§5.8.6).
  bool detailed_errors() const { return detailed_errors_; }

 private:
  const ProgramRecord& program_record() const { return state_.code->record(); }

  const Program::DeviceState state_;
  const bool detailed_errors_;
  std::mutex mutex_;  // guards kernels_
  std::vector<std::unique_ptr<KernelOnDevice>> kernels_;
};

}  // namespace heddle
