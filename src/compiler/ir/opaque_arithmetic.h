// SPDX-License-Identifier: Apache-2.0
// Arithmetic that LLVM has no operation for, as calls of functions without a body: on numbers
// (__hd_exponent.f32) or on vectors (__hd_exponent.v8f32). If an operation of LLVM's stood for it,
// that would be folded, and reasoned about, by its own meaning, and a built-in would give other
// results for constants than for the same numbers at run time. lower_estimates turns them into
// instructions.
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>

namespace heddle::compiler {

/// An operation on floats or doubles. Few machines have instructions for the first three
/// (InstructionSet::has_estimates). Estimates are good to 14 bits there; everywhere else they exist
/// for floats, to 12 bits.
enum class Opaque {
  None,
  Exponent,     ///< floor(log2(|x|)), minus infinity for 0, infinity for an infinity
  Significand,  ///< x by that power of two; 1 or -1 for 0 and infinity, NaN below 0
  Scaling,      ///< p * 2^floor(k), rounded once
  Reciprocal,   ///< an estimate of 1 / x
  InverseRoot,  ///< an estimate of 1 / sqrt(x)
};

Opaque opaque_of(const llvm::Function& function);
/// Returns the operation that `instruction` calls; Opaque::None for everything else.
Opaque called_opaque(const llvm::Instruction& instruction);
/// Emits a call of the operation for operands of one type, numbers or vectors.
llvm::CallInst* make_opaque(llvm::IRBuilder<>& at, Opaque operation,
                            llvm::ArrayRef<llvm::Value*> operands);
/// Tells whether it only computes with its operands, as an intrinsic of LLVM's or one of these.
bool is_arithmetic_call(const llvm::Instruction& instruction);
/// Tells LLVM's vectorisers that each operation exists for vectors.
void declare_vector_forms(llvm::Module& module);

}  // namespace heddle::compiler
