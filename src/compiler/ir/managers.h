// SPDX-License-Identifier: Apache-2.0
// LLVM's analysis managers, ready to run passes for the host.
#pragma once

#include <llvm/Analysis/CGSCCPassManager.h>
#include <llvm/Analysis/LoopAnalysisManager.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Target/TargetMachine.h>

namespace heddle::compiler {

struct KernelContext;

struct PassManagers {
  /// What the context watches passes with watches those of LLVM, too.
  explicit PassManagers(KernelContext& context);
  explicit PassManagers(llvm::TargetMachine& target,
                        llvm::PassInstrumentationCallbacks* watchers = nullptr);

  llvm::PassBuilder builder;
  llvm::LoopAnalysisManager loop;
  llvm::FunctionAnalysisManager function;
  llvm::CGSCCAnalysisManager cgscc;
  llvm::ModuleAnalysisManager module;
};

}  // namespace heddle::compiler
