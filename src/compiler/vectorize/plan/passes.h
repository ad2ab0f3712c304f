// SPDX-License-Identifier: Apache-2.0
// The pass that decides how work-items become lanes.
#pragma once

#include <llvm/IR/PassManager.h>

namespace heddle::compiler {

struct KernelContext;

/// Decides how work-items become lanes (context.lanes) by the kernel's types, strides and control
/// flow. Ensures: short vectors are scalars, switches are branches, loops are simplified,
/// one return.
llvm::PreservedAnalyses plan_lanes(llvm::Module& module, KernelContext& context,
                                   llvm::ModuleAnalysisManager& analyses);

}  // namespace heddle::compiler
