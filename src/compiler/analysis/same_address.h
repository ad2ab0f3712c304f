// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Value.h>

namespace heddle::compiler {

/// Tells whether they are one value, or computed in the same way from the same values.
bool is_same_address(const llvm::Value& a, const llvm::Value& b);

}  // namespace heddle::compiler
