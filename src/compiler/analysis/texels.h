// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Instructions.h>

namespace heddle::compiler {

/// Tells whether it loads one element of 4 bytes of an image (__hd_texels). Lanes probably read
/// close to each other. Larger and smaller elements are loaded as other memory is.
bool is_texel(const llvm::Instruction& load);

}  // namespace heddle::compiler
