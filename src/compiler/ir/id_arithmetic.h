// SPDX-License-Identifier: Apache-2.0
// `int i = get_global_id(0); a[i + 1]` cuts an id to 32 bits and extends the sum again. What ids
// and sizes can be makes both superfluous.
#pragma once

#include <llvm/IR/PassManager.h>

#include "compiler/ir/kernel_context.h"

namespace heddle::compiler {

/// Requires: calls of intrinsics with their ranges (link_builtins), values in SSA form, nothing
/// folded by InstCombine, which would replace the extension of a sum by a mask and so forget that
/// signed sums do not overflow. Ensures: ids that fit into 32 bits are not cut and extended again.
class IdArithmeticPass : public llvm::PassInfoMixin<IdArithmeticPass> {
 public:
  static llvm::StringRef name() { return "id-arithmetic"; }
  explicit IdArithmeticPass(const KernelContext& context) : context_(&context) {}
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);

 private:
  const KernelContext* context_;
};

}  // namespace heddle::compiler
