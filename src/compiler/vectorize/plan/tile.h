// SPDX-License-Identifier: Apache-2.0
// How many vectors of work-items run together: several registers along the lanes' dimension, so
// that what is uniform is loaded and computed once for more of them and latencies overlap; rows
// along a second dimension, so that what differs along the lanes only is shared, too. A naive GEMM
// becomes bound by its multiplications this way.
#pragma once

#include <llvm/Analysis/LoopInfo.h>

#include "compiler/ir/kernel_context.h"
#include "compiler/ir/vector_isa.h"

namespace heddle::compiler {

/// `lanes`, which fill one register, to the tile that pays for `kernel`. Only kernels that do not
/// know groups have tiles: whole rows of the range are one loop then.
Lanes choose_tile(llvm::Function& kernel, const KernelContext& context, const llvm::LoopInfo& loops,
                  Lanes lanes, const VectorIsa& machine);

}  // namespace heddle::compiler
