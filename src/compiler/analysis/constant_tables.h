// SPDX-License-Identifier: Apache-2.0
// Constant tables whose lookups the pass lower-tables makes permutations.
#pragma once

#include <llvm/IR/Constants.h>

#include "compiler/target/instruction_set.h"

namespace heddle::compiler {

/// Returns the constant table that `pointers` point into (a GEP with one index), with elements of
/// `bits` each, if the machine's permutations look it up. Else returns null.
const llvm::ConstantDataArray* table_in_registers(const llvm::Value* pointers, unsigned bits,
                                                  const InstructionSet& isa);

}  // namespace heddle::compiler
