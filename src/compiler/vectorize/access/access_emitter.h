// SPDX-License-Identifier: Apache-2.0
// The state that emitters of accesses share: the machine, the scopes of the memory, and branches
// between two forms of an access, of which one is taken at run time.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include "compiler/ir/techniques.h"
#include "compiler/target/instruction_set.h"

namespace heddle::compiler {

using LaneValues = llvm::SmallVector<llvm::Value*>;

/// The addresses of the lanes of one access.
struct LaneAddress {
  llvm::Value* base = nullptr;      ///< scalar pointer of lane 0; null: see `pointers`
  int64_t stride = 0;               ///< bytes from lane to lane (may be negative), if base
  llvm::Value* pointers = nullptr;  ///< <width x ptr>, if !base
  /// The memory is a private array. A value that was stored there is loaded again soon: a processor
  /// forwards it from one scalar access to the next, but not from a scatter to a gather.
  bool is_private = false;

  static LaneAddress strided(llvm::Value* base, int64_t stride) { return {base, stride}; }
  static LaneAddress of(llvm::Value* pointers, bool is_private = false) {
    return {nullptr, 0, pointers, is_private};
  }
};

/// One or two accesses whose lanes fill as many registers, each place once (butterflies.cpp).
/// Element l of access a is number a * width + l.
struct ButterflyLanes {
  llvm::SmallVector<llvm::Value*, 2> bases;  ///< the address of each register
  llvm::SmallVector<llvm::Value*, 2>
      places;  ///< the place in the registers of each element of an access
  llvm::SmallVector<llvm::Value*, 2>
      lanes;  ///< the number of the element at each place of a register
};

/// The last permute of two registers: its operands, and the blocks in which its arms end.
struct TwoRegisterPermute {
  llvm::Value *index = nullptr, *mask = nullptr;
  unsigned count = 0;
  llvm::Value *low = nullptr, *length = nullptr, *place = nullptr;
  llvm::Instruction* branch = nullptr;
  llvm::BasicBlock *near_end = nullptr, *far_end = nullptr, *after = nullptr;
};

/// The alignment and the size (the longest structure's) of the memory that inactive lanes access
/// instead of their own.
inline const llvm::Align kIdleAlign(16);
inline constexpr unsigned kIdleBytes = 64;

/// The state that emitters share. They may begin new blocks where the builder stands at the end of
/// its block, and leave it at the end of the last one. Elsewhere their code has no branches.
class AccessEmitter {
 public:
  AccessEmitter(const InstructionSet& isa, unsigned lanes,
                const Techniques& allowed = Techniques::all())
      : width(lanes), machine(isa), techniques(allowed) {}

  llvm::FixedVectorType* vector_of(llvm::Type* element) const;
  unsigned size_of(llvm::IRBuilder<>& at, llvm::Type* element) const;
  static const llvm::DataLayout& layout(llvm::IRBuilder<>& at) {
    return at.GetInsertBlock()->getDataLayout();
  }
  /// Emits a branch to `all` if all lanes are active, else to `some`, for masks that the target has
  /// no instructions for. Most often all lanes are active. A mask that becomes constant later
  /// leaves one of the two.
  LaneValues if_all(llvm::IRBuilder<>& at, llvm::Value* mask, llvm::function_ref<LaneValues()> all,
                    llvm::function_ref<LaneValues()> some);
  /// Emits an access that runs only if a lane is active. The builder stands at the end of its
  /// block.
  void if_any(llvm::IRBuilder<>& at, llvm::Value* mask, llvm::function_ref<void()> access);
  /// Emits the same for loads of so many bytes from `base` on: all lanes may read a page that an
  /// active lane reads.
  LaneValues if_readable(llvm::IRBuilder<>& at, llvm::Value* mask, llvm::Value* base,
                         uint64_t bytes, llvm::function_ref<LaneValues()> all,
                         llvm::function_ref<LaneValues()> some);
  /// Emits a branch between two forms, and phis of their values. The builder stands at the end of
  /// its block.
  LaneValues either(llvm::IRBuilder<>& at, llvm::Value* condition,
                    llvm::function_ref<LaneValues()> likely, llvm::function_ref<LaneValues()> rest);

  /// Sets the scopes of the memory of the accesses that follow.
  void set_scopes(const llvm::AAMDNodes& scopes) { scopes_ = scopes; }
  /// Returns the access with the scopes of its memory.
  template <class Access>
  Access* with_scopes(Access* access) const {
    if (scopes_) access->setAAMetadata(scopes_);
    return access;
  }
  /// Returns memory for stores of lanes that are left out. It is never read, and on the stack,
  /// because threads that write to one cache line wait for each other.
  llvm::AllocaInst* idle_target(llvm::IRBuilder<>& at);

  const unsigned width;
  const InstructionSet& machine;
  const Techniques& techniques;
  TwoRegisterPermute last_permute;  ///< the state of gather_to_permute.cpp

 private:
  llvm::AAMDNodes scopes_;
  llvm::AllocaInst* idle_target_ = nullptr;
};

}  // namespace heddle::compiler
