// SPDX-License-Identifier: Apache-2.0
// Grid-stride loops (`for (i = get_global_id(0); i < n; i += get_global_size(0))`). The vectors of
// a group run a loop one after the other. Here each vector would go through all of the memory and
// read a part of each cache line, which would be fetched again for the next vector. With several
// registers for each value one vector reads more of each line.
#pragma once

#include <llvm/Analysis/LoopInfo.h>

#include "compiler/ir/kernel_context.h"
#include "compiler/ir/lanes.h"
#include "compiler/target/instruction_set.h"

namespace heddle::compiler {

/// Returns how many registers each value should have, where `lanes` fill one: as many as the loops
/// of `kernel` that do little else than access such memory have room for, and the group, if the
/// kernel knows groups, has work-items for; two where a loop computes much that is uniform; 1 if
/// there is no such loop, or the kernel knows groups and their size is not known.
unsigned registers_for_strides(llvm::Function& kernel, const KernelContext& context,
                               llvm::FunctionAnalysisManager& analyses, const Lanes& lanes,
                               const InstructionSet& machine);

}  // namespace heddle::compiler
