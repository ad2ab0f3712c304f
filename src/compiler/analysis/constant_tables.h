// SPDX-License-Identifier: Apache-2.0
// Constant tables whose lookups the pass lower-tables makes permutations.
#pragma once

#include <llvm/IR/Constants.h>

namespace heddle::compiler {

/// Returns the constant table that `pointers` point into (a GEP with one index), with elements of
/// `bits` each, if the machine's permutations look it up: with AVX2 one register of words, with
/// AVX-512 two of words or of 64 bits. Else returns null.
const llvm::ConstantDataArray* table_in_registers(const llvm::Value* pointers, unsigned bits,
                                                  bool has_avx512);

}  // namespace heddle::compiler
