// SPDX-License-Identifier: Apache-2.0
// Removes truncations and extensions of ids: `int i = get_global_id(0); a[i + 1]` truncates an id
// to 32 bits and extends the sum again. The ranges of ids and sizes make both superfluous.
#pragma once

#include <llvm/IR/PassManager.h>

#include "compiler/ir/kernel_context.h"

namespace heddle::compiler {

/// Removes truncations and extensions of ids that fit into 32 bits. Requires: calls of intrinsics
/// with their ranges (link_builtins), values in SSA form, and no InstCombine before, which would
/// replace the extension of a sum by a mask and so lose that signed sums do not overflow.
class IdArithmeticPass : public llvm::PassInfoMixin<IdArithmeticPass> {
 public:
  static llvm::StringRef name() { return "id-arithmetic"; }
  explicit IdArithmeticPass(const KernelContext& context) : context_(&context) {}
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);

 private:
  const KernelContext* context_;
};

}  // namespace heddle::compiler
