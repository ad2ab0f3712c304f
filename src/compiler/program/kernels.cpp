// SPDX-License-Identifier: Apache-2.0
#include "compiler/program/kernels.h"

#include "compiler/ir/checks.h"

namespace heddle::compiler {

bool is_kernel(const llvm::Function& function) {
  return function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL && !function.isDeclaration();
}

void mark_kernels(llvm::Module& module, const CommonOptions& options) {
  // In the text of 2.2 unsafe mathematics "may violate the IEEE 754 standard"; later texts say that
  // it includes -cl-denorms-are-zero.
  const bool zeros = options.denorms_are_zero || options.unsafe_math || options.fast_relaxed_math;
  for (auto& function : module) {
    if (!is_kernel(function)) continue;
    if (zeros) function.addFnAttr("denormal-fp-math", llvm::DenormalMode::getPreserveSign().str());
    if (options.no_subgroup_ifp) function.addFnAttr(kNoSubGroupProgress);
    if (options.report) function.addFnAttr(kTimed);
    add_checks(function, options.checks);
  }
}

}  // namespace heddle::compiler
