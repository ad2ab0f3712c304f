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

/// Ensures: branches have two different targets, cycles are natural loops in simplified and LCSSA
/// form, there is one return, in a block of its own. False, with a note, for a kernel that does not
/// always end.
bool canonicalize(llvm::Function& kernel, KernelContext& context);

/// What lanes store at one place of theirs, each on its way, they store where the ways meet.
void sink_common_stores(llvm::Function& kernel, KernelContext& context);
inline constexpr KernelTransform kSinkCommonStores{"sink-common-stores", Need::Optional,
                                                   sink_common_stores};

/// Where all lanes usually go the same way (`if (i < n)` round a whole kernel), a second version of
/// the code without masks, chosen by a test at run time.
void make_unmasked_versions(llvm::Function& kernel, KernelContext& context);
inline constexpr KernelTransform kUnmaskedVersions{"unmasked-versions", Need::Optional,
                                                   make_unmasked_versions};

}  // namespace heddle::compiler
