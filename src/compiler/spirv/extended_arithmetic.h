// SPDX-License-Identifier: Apache-2.0
// OpIAddCarry, OpISubBorrow, OpUMulExtended and OpSMulExtended: they take two integers and return
// the low half and the high one (or the carry). The translator does not know them.
#pragma once

#include <llvm/IR/Module.h>

#include <map>
#include <vector>

#include "compiler/spirv/declarations.h"

namespace heddle::compiler::spirv {

/// A rewriter for the translator: each becomes a call of an imported function.
class ExtendedArithmetic {
 public:
  explicit ExtendedArithmetic(const Module& module);

  /// Appends the replacement of `one`. Returns false if it is none of these.
  bool rewrite(const Instruction& one, std::vector<uint32_t>& words) const;
  /// Appends the functions, which go before the module's own.
  void declare(const Declarations& declared, uint32_t& bound, std::vector<uint32_t>& words);

 private:
  using Key = std::pair<uint16_t, uint32_t>;  // opcode, result type
  std::map<Key, uint32_t> functions_;         // ids
};

/// Turns calls of these functions in the translation into instructions.
void expand_extended_arithmetic(llvm::Module& module);

}  // namespace heddle::compiler::spirv
