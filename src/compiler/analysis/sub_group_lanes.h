// SPDX-License-Identifier: Apache-2.0
// Sub-groups (§3.2.1, cl_khr_subgroups). A sub-group is one vector of the widened kernel:
// work-items that are neighbours by their linear local ids. Its functions are intrinsics on vectors
// (builtins/sub_group.cl); a kernel that stays scalar has sub-groups of one work-item.
//
// Sub-groups make progress independently of each other, but one thread runs the vectors of a group
// in turns. A loop in which one may wait for what another does therefore has a yield in each
// iteration (intrinsics.h), where the others go on (regions.h).
#pragma once

#include <llvm/IR/Function.h>

#include "compiler/ir/lanes.h"
#include "compiler/ir/transform.h"

namespace heddle::compiler {

struct KernelContext;

/// Returns the lanes of a kernel with sub-groups. `width`: the number of lanes that suits its
/// types.
Lanes sub_group_lanes(const KernelContext& context, unsigned width);
/// Returns the size that the kernel's sub-groups must have; 0: any will do.
unsigned wanted_sub_group_size(const KernelContext& context);
/// Computes, for Lanes::linear, the ids of a work-item from its linear local id, which
/// __hd_local_id(0) becomes.
llvm::PreservedAnalyses number_linearly(llvm::Function& kernel, KernelContext& context,
                                        llvm::FunctionAnalysisManager& analyses);
inline constexpr KernelTransform kNumberLinearly{"number-linearly", Need::Required,
                                                 number_linearly};

}  // namespace heddle::compiler
