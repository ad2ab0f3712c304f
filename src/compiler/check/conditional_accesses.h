// SPDX-License-Identifier: Apache-2.0
// Accesses that are made only if they are within their object. What is not read is zero.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/IRBuilder.h>

namespace heddle::compiler {

class ConditionalAccesses {
 public:
  /// Tells whether an access of `bytes` at `offset` is known to be within an object of `size`.
  static bool is_known_inside(const llvm::Value* offset, const llvm::Value* size,
                              const llvm::Value* bytes);
  /// Returns the number that offsets must be below, unsigned, unless `bytes` is 0. It is computed
  /// once for each object and size of access.
  llvm::Value* limit(llvm::IRBuilder<>& at, llvm::Value* size, llvm::Value* bytes);
  /// Moves an access before `then`, the end of a block, and goes on without it from `otherwise`.
  static void move(llvm::Instruction& access, llvm::Instruction& then, llvm::BasicBlock& otherwise);
  /// Removes an access that is never made.
  void erase(llvm::Instruction& access);
  bool is_erased(const llvm::Instruction& access) const { return erased_.contains(&access); }

 private:
  llvm::DenseMap<std::pair<llvm::Value*, llvm::Value*>, llvm::Value*> limits_;
  llvm::SmallPtrSet<const llvm::Instruction*, 8> erased_;
};

}  // namespace heddle::compiler
