// SPDX-License-Identifier: Apache-2.0
// Chooses how many vectors of work-items run together (unroll and jam of the loops over
// work-items: Allen and Kennedy, "Optimizing Compilers for Modern Architectures", chapter 8):
// several registers along the lanes' dimension, so that uniform values are loaded and computed once
// for more of them and latencies overlap; rows along a second dimension, which share values that
// vary along the lanes only. A naive GEMM is bound by its multiplications then.
#pragma once

#include <llvm/Analysis/LoopInfo.h>

#include "compiler/ir/kernel_context.h"
#include "compiler/ir/techniques.h"
#include "compiler/target/instruction_set.h"

namespace heddle::compiler {

/// Extends `lanes`, which fill one register, to the tile that pays for `kernel`. Only barrier-free
/// kernels have tiles: they run whole rows of the range in one loop.
Lanes choose_tile(llvm::Function& kernel, const KernelContext& context,
                  llvm::FunctionAnalysisManager& analyses, Lanes lanes,
                  const InstructionSet& machine, const Techniques& allowed);

}  // namespace heddle::compiler
