// SPDX-License-Identifier: Apache-2.0
// Constant tables whose lookups the pass lower-tables makes permutations.
#pragma once

#include <llvm/IR/Constants.h>

#include "compiler/analysis/address.h"
#include "compiler/target/instruction_set.h"

namespace heddle::compiler {

/// A constant table, as far as the numbers of a lookup may reach.
struct LookupTable {
  const llvm::ConstantDataArray* elements = nullptr;
  unsigned size = 0;

  explicit operator bool() const { return elements != nullptr; }
};

/// Returns the constant table that `address` points into, with elements of `bits` each, if the
/// machine's permutations look it up for so many lanes. Else returns none.
LookupTable table_in_registers(const Address& address, unsigned bits, unsigned lanes,
                               const InstructionSet& isa);

}  // namespace heddle::compiler
