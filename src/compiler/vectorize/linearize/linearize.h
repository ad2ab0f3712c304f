// SPDX-License-Identifier: Apache-2.0
// The parts of the pass that makes every branch uniform for the lanes of a vector (linearize.cpp).
#pragma once

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Function.h>

#include "compiler/ir/kernel_context.h"
#include "compiler/ir/transform.h"

namespace heddle::compiler {

/// Makes the control-flow graph canonical: branches have two different targets, cycles are natural
/// loops in simplified and LCSSA form, and the only return is in a block of its own. Returns false,
/// with a note, for a kernel that does not always end.
bool canonicalize(llvm::Function& kernel, KernelContext& context,
                  llvm::FunctionAnalysisManager& analyses);

/// Sinks stores to the same address from both arms of a divergent branch into their join.
llvm::PreservedAnalyses sink_common_stores(llvm::Function& kernel, KernelContext& context,
                                           llvm::FunctionAnalysisManager& analyses);
inline constexpr KernelTransform kSinkCommonStores{"sink-common-stores", Need::Optional,
                                                   sink_common_stores};

/// Makes a second version of code without masks, chosen by a test at run time, where all lanes
/// usually take the same side of a branch (`if (i < n)` around a whole kernel, or the end of a
/// grid-stride loop).
llvm::PreservedAnalyses make_unmasked_versions(llvm::Function& kernel, KernelContext& context,
                                               llvm::FunctionAnalysisManager& analyses);
inline constexpr KernelTransform kUnmaskedVersions{"unmasked-versions", Need::Optional,
                                                   make_unmasked_versions};

}  // namespace heddle::compiler
