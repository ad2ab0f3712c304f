// SPDX-License-Identifier: Apache-2.0
// Tests of a flag over all lanes of a tile.
#pragma once

#include <llvm/IR/Value.h>

namespace heddle::compiler {

class WideKernel;

/// Emits a test whether `flag` is true for any lane of the tile, or for all (`for_all`). The latter
/// may also fail where a comparison with a bound (`i < n`) holds for all lanes: it is tested for
/// the lane that is closest to the bound only, and without regard to which lanes have a work-item.
/// It chooses between versions of the code, of which the other one is right as well.
llvm::Value* test_tile(WideKernel& wide, llvm::Value* flag, bool for_all);

}  // namespace heddle::compiler
