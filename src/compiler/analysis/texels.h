// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Instructions.h>

namespace heddle::compiler {

/// Is it the load of an image's element that is read by itself (__hd_texels)? Lanes probably read
/// near each other. Of 4 bytes: larger and smaller elements are read as other memory is.
bool is_texel(const llvm::Instruction& load);

}  // namespace heddle::compiler
