// SPDX-License-Identifier: Apache-2.0
// Operations of half as operations of float, and conversions between the two, for scalars and
// vectors of any length.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include "compiler/target/instruction_set.h"

namespace heddle::compiler {

/// The instructions for halves, and the mode that code runs in.
struct HalfMode {
  const InstructionSet& isa;
  bool flushes;  ///< subnormal floats count as zeros (flush_denormals.cpp)
};

/// Converts `half` to float, which is exact.
llvm::Value* to_float(llvm::IRBuilder<>& at, llvm::Value* half, const HalfMode& mode);

/// Converts a float or a double to half, rounded once, to nearest even.
llvm::Value* to_half(llvm::IRBuilder<>& at, llvm::Value* value, const HalfMode& mode);

/// Computes a * b + c of floats that are halves, rounded to odd: truncated, with the last bit set
/// if something was cut off. A conversion of it to half then rounds as if it were the only one.
llvm::Value* fma_to_odd(llvm::IRBuilder<>& at, llvm::Value* a, llvm::Value* b, llvm::Value* c,
                        const HalfMode& mode);

}  // namespace heddle::compiler
