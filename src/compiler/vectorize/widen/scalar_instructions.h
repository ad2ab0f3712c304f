// SPDX-License-Identifier: Apache-2.0
// Emits instructions as one scalar for all lanes: uniform ones, and lane 0 of affine ones.
#pragma once

#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

namespace heddle::compiler {

class WideKernel;

void scalar_instruction(WideKernel& wide, llvm::Instruction& instruction);

}  // namespace heddle::compiler
