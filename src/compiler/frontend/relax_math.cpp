// SPDX-License-Identifier: Apache-2.0
#include "compiler/frontend/relax_math.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Operator.h>

namespace heddle::compiler {

void relax_math(llvm::Module& module, const MathOptions& options) {
  const bool unsafe = options.unsafe_math || options.fast_relaxed_math;
  const bool finite = options.finite_math_only || options.fast_relaxed_math;
  llvm::FastMathFlags flags;
  flags.setNoSignedZeros(options.no_signed_zeros || unsafe);
  flags.setAllowContract(options.mad_enable || unsafe);
  flags.setAllowReassoc(unsafe);
  flags.setAllowReciprocal(unsafe);
  flags.setApproxFunc(unsafe);
  flags.setNoNaNs(finite);
  flags.setNoInfs(finite);
  if (!flags.any()) return;
  for (auto& function : module) {
    for (auto& one : llvm::instructions(function)) {
      if (llvm::isa<llvm::FPMathOperator>(one))
        one.setFastMathFlags(one.getFastMathFlags() | flags);
    }
  }
}

}  // namespace heddle::compiler
