// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Instructions.h>

namespace heddle::compiler {

/// Returns the number of the element of 4 bytes of an image that `load` loads (__hd_texels); null:
/// it loads none. Lanes probably read close to each other. Larger and smaller elements are loaded
/// as other memory is.
llvm::Value* texel_number(const llvm::Instruction& load);

}  // namespace heddle::compiler
