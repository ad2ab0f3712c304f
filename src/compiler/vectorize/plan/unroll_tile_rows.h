// SPDX-License-Identifier: Apache-2.0
// A loop in which each lane goes along a row of its own, element by element: several elements are
// read at once where the loop is unrolled.
#pragma once

#include "compiler/ir/kernel_context.h"
#include "compiler/ir/transform.h"

namespace heddle::compiler {

/// Requires: the plan. Ensures: such loops do kRowElements iterations in one, and the rest one by
/// one.
void unroll_tile_rows(llvm::Function& kernel, KernelContext& context);
inline constexpr KernelTransform kUnrollTileRows{"unroll-tile-rows", Need::Optional,
                                                 unroll_tile_rows};

}  // namespace heddle::compiler
