// SPDX-License-Identifier: Apache-2.0
// What has an effect that no vector instruction has (atomics, volatile accesses, calls) runs once
// for each active lane, in a loop around that instruction alone.
#pragma once

#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

namespace heddle::compiler {

class WideKernel;

void lane_loop(WideKernel& wide, llvm::Instruction& instruction);
llvm::Value* lane_loop(WideKernel& wide, llvm::Instruction& instruction, unsigned row);

}  // namespace heddle::compiler
