// SPDX-License-Identifier: Apache-2.0
// Built-ins ask whether a value is the same for all work-items (__hd_is_same in
// builtins/math/math_base.h): what is computed of it alone is then computed once.
#pragma once

#include <llvm/IR/PassManager.h>

#include "compiler/ir/intrinsics.h"

namespace heddle::compiler {

/// Internal intrinsics that give the same to all work-items of a group.
bool is_same_in_group(Internal intrinsic);

/// Do all work-items (of a group) do the very same, so that one speaks for the lanes of a vector?
/// Kernels that know no ids, called tasks where they are written for FPGAs.
bool all_do_the_same(const llvm::Function& kernel);

/// Requires: values in SSA form. Ensures: no such question is left; the answer is no where operands
/// do not show it.
class SameInGroupPass : public llvm::PassInfoMixin<SameInGroupPass> {
 public:
  static llvm::StringRef name() { return "same-in-group"; }
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

}  // namespace heddle::compiler
