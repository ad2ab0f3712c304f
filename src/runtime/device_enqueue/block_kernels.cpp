// SPDX-License-Identifier: Apache-2.0
#include "runtime/device_enqueue/block_kernels.h"

#include "runtime/code/code_source.h"

namespace heddle {

BlockKernels::BlockKernels(Program::DeviceState state)
    : state_(std::move(state)),
      detailed_errors_(is_for_debuggers(program_record().options)),
      kernels_(program_record().kernels.size()) {}

Result<KernelOnDevice*> BlockKernels::get(uint64_t number) {
  const auto& records = program_record().kernels;
  TRY(require(number >= 1 && number <= records.size() && records[number - 1].is_block,
              CL_INVALID_KERNEL, "not a block's kernel"));
  const auto index = static_cast<size_t>(number - 1);
  {
    const std::lock_guard lock(mutex_);
    if (kernels_[index]) return kernels_[index].get();
  }
  auto made = std::make_unique<KernelOnDevice>(state_, index);
  TRY(made->prepare());
  const std::lock_guard lock(mutex_);
  if (!kernels_[index]) kernels_[index] = std::move(made);
  return kernels_[index].get();
}

}  // namespace heddle
