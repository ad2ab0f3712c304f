// SPDX-License-Identifier: Apache-2.0
// Pointers of a kernel's arguments as if they were `restrict`: hardly any launch passes one buffer
// twice.
#pragma once

#include <llvm/IR/PassManager.h>

#include "compiler/ir/kernel_context.h"

namespace heddle::compiler {

/// Pointers from elsewhere may point into the memory of an argument, and who looks at what other
/// work-items do meanwhile may do so through several arguments.
bool goes_other_ways(const llvm::Instruction& instruction);
/// Is the argument a pointer whose memory, as far as is known, a launch passes once?
bool is_passed_once(const KernelContext& context, const llvm::Argument& argument);

/// Requires: values in SSA form, everything inlined, after RestrictPass. Ensures: if it may matter,
/// arguments that point to global or constant memory are noalias, unless the launch is known to
/// pass memory twice (HD_FACTS_OVERLAPS); `record.assumes_apart` says so. Kernels stay as they are
/// that may come to memory on other ways than by their arguments (pointers and images in memory),
/// or look at what others do meanwhile (atomic and volatile accesses, fences).
class NoAliasArgumentsPass : public llvm::PassInfoMixin<NoAliasArgumentsPass> {
 public:
  static llvm::StringRef name() { return "noalias-arguments"; }
  explicit NoAliasArgumentsPass(KernelContext& context) : context_(&context) {}
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);

 private:
  KernelContext* context_;
};

}  // namespace heddle::compiler
