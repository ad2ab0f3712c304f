// SPDX-License-Identifier: Apache-2.0
#include "compiler/frontend/debug_variables.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace heddle::compiler {
namespace {

/// Returns the expression without an address space; null if it names none.
llvm::DIExpression* plain_address(const llvm::DIExpression& expression) {
  constexpr size_t kWords = 4;  // DW_OP_constu SPACE DW_OP_swap DW_OP_xderef
  const auto words = expression.getElements();
  if (words.size() < kWords || words.back() != llvm::dwarf::DW_OP_xderef) return nullptr;
  return llvm::DIExpression::get(expression.getContext(), words.drop_back(kWords));
}

}  // namespace

void drop_address_spaces_of_variables(llvm::Module& module) {
  for (auto& function : module) {
    for (auto& instruction : llvm::instructions(function)) {
      for (llvm::DbgVariableRecord& record : llvm::filterDbgVars(instruction.getDbgRecordRange())) {
        if (auto* plain = plain_address(*record.getExpression())) record.setExpression(plain);
      }
    }
  }
}

}  // namespace heddle::compiler
