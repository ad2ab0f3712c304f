// SPDX-License-Identifier: Apache-2.0
#include "runtime/block_kernels.h"

#include <string_view>

namespace heddle {
namespace {

bool has_option(std::string_view options, std::string_view wanted) {
  for (size_t at = options.find(wanted); at != options.npos; at = options.find(wanted, at + 1)) {
    const size_t end = at + wanted.size();
    if ((at == 0 || options[at - 1] == ' ') && (end == options.size() || options[end] == ' ')) {
      return true;
    }
  }
  return false;
}

}  // namespace

BlockKernels::BlockKernels(Program::DeviceState state)
    : state_(std::move(state)),
      detailed_errors_(has_option(program_record().options, "-g")),
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
  const ProgramCode::Ready& ready = *TRY(state_.code->load(index));
  const std::lock_guard lock(mutex_);
  if (!kernels_[index]) {
    kernels_[index] = std::make_unique<KernelOnDevice>(state_, index, ready);
  }
  return kernels_[index].get();
}

}  // namespace heddle
