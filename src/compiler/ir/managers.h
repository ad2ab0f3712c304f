// SPDX-License-Identifier: Apache-2.0
// LLVM's analysis managers, ready to run passes for the host. One set serves a whole run of the
// pipeline: passes say what they preserve.
#pragma once

#include <llvm/Analysis/CGSCCPassManager.h>
#include <llvm/Analysis/LoopAnalysisManager.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Target/TargetMachine.h>

namespace heddle::compiler {

struct PassManagers {
  /// Makes managers. `watchers` watch LLVM's passes, too.
  explicit PassManagers(llvm::TargetMachine& target,
                        llvm::PassInstrumentationCallbacks* watchers = nullptr);

  llvm::PassBuilder builder;
  llvm::LoopAnalysisManager loop;
  llvm::FunctionAnalysisManager function;
  llvm::CGSCCAnalysisManager cgscc;
  llvm::ModuleAnalysisManager module;
};

/// Returns the manager of the analyses of functions.
llvm::FunctionAnalysisManager& of_functions(llvm::Module& module,
                                            llvm::ModuleAnalysisManager& analyses);

}  // namespace heddle::compiler
