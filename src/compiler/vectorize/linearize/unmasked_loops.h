// SPDX-License-Identifier: Apache-2.0
// Versions loops without masks. Lanes leave a grid-stride loop (`for (i = get_global_id(0); i < n;
// i += get_global_size(0))`) together but in its last iteration. As long as all of them go on they
// run a copy of the loop that asks for no lane; the loop itself runs what is left.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/PassManager.h>

#include "compiler/ir/lanes.h"

namespace heddle::compiler {

/// Makes such versions of the loops to which all lanes come, of so many instructions together.
/// `mask`: the lanes that have a work-item.
void make_unmasked_loops(llvm::Function& kernel, const Lanes& lanes, llvm::Value& mask,
                         unsigned budget, llvm::FunctionAnalysisManager& analyses);

}  // namespace heddle::compiler
