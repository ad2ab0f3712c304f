// SPDX-License-Identifier: Apache-2.0
// Private variables that hold pointers, such as arrays of rows: each of their words has a slot
// beside it with the bounds of the pointer that was stored there.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include <array>

namespace heddle::compiler {

class PointerSlots {
 public:
  /// A pointer's offset, and the bytes that may be read and written.
  using Values = std::array<llvm::Value*, 3>;

  /// Makes slots for the variables of which only whole pointers are stored, and whose address is
  /// used for nothing but that and loads, or to set it to zeros.
  PointerSlots(llvm::Function& kernel, bool may_be_cleared);

  /// Returns the stores of pointers to such variables.
  llvm::ArrayRef<llvm::StoreInst*> stores() const { return stores_; }
  /// Tells whether the address is in such a variable.
  bool has(const llvm::Value& address) const;
  /// Emits a store of the values to the slot at `offset` of the address's variable.
  void store(llvm::IRBuilder<>& at, const llvm::Value& address, llvm::Value* offset,
             const Values& values) const;
  Values load(llvm::IRBuilder<>& at, const llvm::Value& address, llvm::Value* offset) const;

 private:
  struct Slots {
    llvm::AllocaInst* memory;
    uint64_t count;  ///< besides these there is one for addresses outside of the variable
  };
  bool add_stores(llvm::Value& address, bool may_be_cleared);
  llvm::Value* slot(llvm::IRBuilder<>& at, const llvm::Value& address, llvm::Value* offset) const;

  llvm::SmallVector<llvm::StoreInst*> stores_;
  llvm::DenseMap<const llvm::Value*, Slots> slots_;
};

}  // namespace heddle::compiler
