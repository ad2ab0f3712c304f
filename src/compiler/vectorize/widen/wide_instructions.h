// SPDX-License-Identifier: Apache-2.0
// Emits each instruction but loads and stores: as one scalar, one vector, or one for each lane.
#pragma once

#include "compiler/vectorize/widen/wide_accesses.h"

namespace heddle::compiler {

class WideInstructions {
 public:
  WideInstructions(WideKernel& wide, WideAccesses& accesses) : wide_(wide), accesses_(accesses) {}

  void instruction(llvm::Instruction& instruction);

 private:
  void vector_instruction(llvm::Instruction& instruction);
  void lane_instructions(llvm::Instruction& instruction);
  void rounded(llvm::IntrinsicInst& call);
  void intrinsic(llvm::IntrinsicInst& call);
  bool internal(llvm::CallBase& call);
  void arithmetic(llvm::CallBase& call,
                  llvm::function_ref<llvm::Value*(llvm::ArrayRef<llvm::Value*>)> made);
  llvm::Value* scaled_offset(llvm::GetElementPtrInst& gep, unsigned row, llvm::Type* word);
  llvm::Value* scaled_pointer(llvm::GetElementPtrInst& gep, unsigned row, bool as_vector);
  void pointer(llvm::GetElementPtrInst& gep);
  void alloca(llvm::AllocaInst& alloca);

  WideKernel& wide_;
  WideAccesses& accesses_;
};

}  // namespace heddle::compiler
