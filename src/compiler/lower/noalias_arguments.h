// SPDX-License-Identifier: Apache-2.0
// Treats pointers of a kernel's arguments as `restrict`: hardly any launch passes one buffer twice.
#pragma once

#include <llvm/IR/PassManager.h>

#include "compiler/ir/kernel_context.h"

namespace heddle::compiler {

/// Tells whether the instruction may reach the memory of an argument in another way: by a pointer
/// from elsewhere, or because it observes other work-items, which may use several arguments.
bool goes_other_ways(const llvm::Instruction& instruction);
/// Tells whether the argument is a pointer whose memory, as far as is known, a launch passes once.
bool is_passed_once(const KernelContext& context, const llvm::Argument& argument);

/// Marks arguments that point to global or constant memory as noalias if it may matter, unless the
/// launch is known to pass memory twice (HD_FACTS_OVERLAPS); sets `record.assumes_apart`. Kernels
/// stay as they are that may reach memory in other ways (pointers and images in memory), or observe
/// other work-items (atomic and volatile accesses, fences). Requires: values in SSA form,
/// everything inlined, after RestrictPass.
class NoAliasArgumentsPass : public llvm::PassInfoMixin<NoAliasArgumentsPass> {
 public:
  static llvm::StringRef name() { return "noalias-arguments"; }
  explicit NoAliasArgumentsPass(KernelContext& context) : context_(&context) {}
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);

 private:
  KernelContext* context_;
};

}  // namespace heddle::compiler
