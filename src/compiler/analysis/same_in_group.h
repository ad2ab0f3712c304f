// SPDX-License-Identifier: Apache-2.0
// Answers built-ins that ask whether a value is the same for all work-items (__hd_is_same in
// builtins/math/math_base.h): values computed from it alone are computed once then.
#pragma once

#include <llvm/IR/PassManager.h>

#include "compiler/ir/intrinsics.h"

namespace heddle::compiler {

/// Tells whether the internal intrinsic has one value for all work-items of a group.
bool is_same_in_group(Internal intrinsic);

/// Tells whether all work-items of a group do the very same: a kernel without ids, which code for
/// FPGAs calls a task.
bool all_do_the_same(const llvm::Function& kernel);

/// Replaces __hd_is_same by its answer, which is no if the operands do not tell. Requires: values
/// in SSA form.
class SameInGroupPass : public llvm::PassInfoMixin<SameInGroupPass> {
 public:
  static llvm::StringRef name() { return "same-in-group"; }
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

}  // namespace heddle::compiler
