// SPDX-License-Identifier: Apache-2.0
// The passes that decide how work-items become lanes.
#pragma once

#include <llvm/IR/PassManager.h>

namespace heddle::compiler {

struct KernelContext;

/// Makes a version of the code for strides of 1, where they are in memory. Ensures: if neighbouring
/// lanes lie as far apart as a number says that the kernel reads, there is a version in which it
/// is 1.
llvm::PreservedAnalyses unit_strides(llvm::Function& function, KernelContext& context,
                                     llvm::FunctionAnalysisManager& analyses);

/// Decides how work-items become lanes (context.lanes) by the kernel's types, strides and control
/// flow. Ensures: short vectors are scalars, switches are branches, loops are simplified,
/// one return.
llvm::PreservedAnalyses plan_lanes(llvm::Module& module, KernelContext& context,
                                   llvm::ModuleAnalysisManager& analyses);

}  // namespace heddle::compiler
