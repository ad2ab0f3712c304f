// SPDX-License-Identifier: Apache-2.0
// What the pass lower-tables makes permutations of.
#pragma once

#include <llvm/IR/Constants.h>

namespace heddle::compiler {

/// The constant table whose elements, of `bits` each, `pointers` point to: a GEP with one index.
/// Else null.
const llvm::ConstantDataArray* constant_table(const llvm::Value* pointers, unsigned bits);

}  // namespace heddle::compiler
