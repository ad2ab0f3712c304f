// SPDX-License-Identifier: Apache-2.0
// Loops over the active lanes around one instruction, whose effect no vector instruction has
// (atomics, volatile accesses, calls).
#pragma once

#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

namespace heddle::compiler {

class WideKernel;

void lane_loop(WideKernel& wide, llvm::Instruction& instruction);
llvm::Value* lane_loop(WideKernel& wide, llvm::Instruction& instruction, unsigned row);

}  // namespace heddle::compiler
