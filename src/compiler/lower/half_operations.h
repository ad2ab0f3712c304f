// SPDX-License-Identifier: Apache-2.0
// Operations of half as operations of float, and conversions between the two, for scalars and
// vectors of any length.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include "compiler/target/instruction_set.h"

namespace heddle::compiler {

/// The instructions of the machine, and how it runs.
struct HalfMode {
  const InstructionSet& isa;
  bool flushes;  ///< subnormal floats count as zeros (flush_denormals.cpp)
};

/// `half` as float. Exact.
llvm::Value* to_float(llvm::IRBuilder<>& at, llvm::Value* half, const HalfMode& mode);

/// A float or a double as half, rounded once, to nearest even.
llvm::Value* to_half(llvm::IRBuilder<>& at, llvm::Value* value, const HalfMode& mode);

/// a * b + c of floats that are halves, such that a conversion to half rounds as if it were the
/// only one: truncated, with the last bit set if something was cut off.
llvm::Value* fma_to_odd(llvm::IRBuilder<>& at, llvm::Value* a, llvm::Value* b, llvm::Value* c,
                        const HalfMode& mode);

}  // namespace heddle::compiler
