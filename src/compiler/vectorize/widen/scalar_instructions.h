// SPDX-License-Identifier: Apache-2.0
// Instructions of which one scalar does for all lanes: what is uniform, and lane 0 of what is
// affine.
#pragma once

#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

namespace heddle::compiler {

class WideKernel;

void scalar_instruction(WideKernel& wide, llvm::Instruction& instruction);

}  // namespace heddle::compiler
