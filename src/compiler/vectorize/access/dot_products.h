// SPDX-License-Identifier: Apache-2.0
// The intrinsic __hd_dot_bytes (builtins/hd.h): sums of four products of bytes.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include "compiler/ir/techniques.h"
#include "compiler/target/instruction_set.h"

namespace heddle::compiler {

/// Words of four bytes each, which are signed or not.
struct Bytes {
  llvm::Value* words;
  bool are_signed;
};

/// Emits the sums of products of `a` and `b`: scalars, or vectors of one length.
llvm::Value* dot_bytes(llvm::IRBuilder<>& at, Bytes a, Bytes b, const InstructionSet& isa,
                       const Techniques& allowed = Techniques::all());

/// Returns the operands of a call with `a` and `b` in place of its own.
std::pair<Bytes, Bytes> dot_operands(const llvm::CallBase& call, llvm::Value* a, llvm::Value* b);

/// Replaces calls in the code of single work-items by arithmetic, so that loops may be vectorised.
void make_scalar_dot_products(llvm::Module& module, const InstructionSet& isa);

}  // namespace heddle::compiler
