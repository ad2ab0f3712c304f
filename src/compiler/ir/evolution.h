// SPDX-License-Identifier: Apache-2.0
// ScalarEvolution outside LLVM's pass manager: how values go from iteration to iteration of a loop.
#pragma once

#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/TargetLibraryInfo.h>

namespace heddle::compiler {

/// `result`, and what it asks. The dominators and loops must outlive it.
struct Evolution {
  Evolution(llvm::Function& function, llvm::DominatorTree& dominators, llvm::LoopInfo& loops)
      : names(function.getParent()->getTargetTriple()),
        library(names),
        assumptions(function),
        result(function, library, assumptions, dominators, loops) {}

  llvm::TargetLibraryInfoImpl names;
  llvm::TargetLibraryInfo library;
  llvm::AssumptionCache assumptions;
  llvm::ScalarEvolution result;
};

}  // namespace heddle::compiler
