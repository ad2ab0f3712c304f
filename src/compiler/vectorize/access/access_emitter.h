// SPDX-License-Identifier: Apache-2.0
// What the emitters of accesses share: the machine, what is known of the memory, blocks of lanes
// that lie side by side, and ways of which one is taken at run time.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Target/TargetMachine.h>

#include "compiler/ir/report.h"
#include "compiler/ir/vector_isa.h"

namespace heddle::compiler {

using LaneValues = llvm::SmallVector<llvm::Value*>;

/// Where the lanes of one access find their memory.
struct LaneAddress {
  llvm::Value* base = nullptr;      ///< scalar pointer of lane 0; null: see `pointers`
  int64_t stride = 0;               ///< bytes from lane to lane (may be negative, never 0), if base
  llvm::Value* pointers = nullptr;  ///< <width x ptr>, if !base
  /// A private array: what was stored is loaded again soon, which the processor forwards from one
  /// scalar access to the next, but not from a scatter to a gather.
  bool is_private = false;

  static LaneAddress strided(llvm::Value* base, int64_t stride) { return {base, stride}; }
  static LaneAddress of(llvm::Value* pointers, bool is_private = false) {
    return {nullptr, 0, pointers, is_private};
  }
};

/// One or two accesses whose lanes lie in as many registers, in each place just one of them
/// (butterflies.cpp). Element l of access a is number a * width + l.
struct ButterflyLanes {
  llvm::SmallVector<llvm::Value*, 2> bases;   ///< where each register begins
  llvm::SmallVector<llvm::Value*, 2> places;  ///< of each access's elements in the registers
  llvm::SmallVector<llvm::Value*, 2> lanes;   ///< of each register's elements: their numbers
};

/// The last permute of two registers: its operands, and the blocks in which its arms end.
struct TwoRegisterPermute {
  llvm::Value *index = nullptr, *mask = nullptr;
  unsigned count = 0;
  llvm::Value *low = nullptr, *length = nullptr, *place = nullptr;
  llvm::Instruction* branch = nullptr;
  llvm::BasicBlock *near_end = nullptr, *far_end = nullptr, *after = nullptr;
};

/// What accesses of lanes that are left out may assume of the memory they go to instead, and its
/// size: that of the longest structure.
inline const llvm::Align kIdleAlign(16);
inline constexpr unsigned kIdleBytes = 64;

/// May begin new blocks where the builder stands at the end of its block (and leaves it at the end
/// of the last one); elsewhere the code has no branches.
class AccessEmitter {
 public:
  AccessEmitter(llvm::TargetMachine& target, unsigned lanes, LaneReport& lane_report)
      : width(lanes), machine(target), report(lane_report) {}

  llvm::FixedVectorType* vector_of(llvm::Type* element) const;
  unsigned size_of(llvm::IRBuilder<>& at, llvm::Type* element) const;
  /// Two ways, for masks that the target has no instructions for: most often all lanes are active,
  /// and a mask that becomes constant later leaves one of the two.
  LaneValues if_all(llvm::IRBuilder<>& at, llvm::Value* mask, llvm::function_ref<LaneValues()> all,
                    llvm::function_ref<LaneValues()> some);
  /// What would do harm without an active lane. The builder stands at the end of its block.
  void if_any(llvm::IRBuilder<>& at, llvm::Value* mask, llvm::function_ref<void()> access);
  /// As if_all, for loads of so many bytes from `base` on: a page that an active lane reads from
  /// may be read by all of them.
  LaneValues if_readable(llvm::IRBuilder<>& at, llvm::Value* mask, llvm::Value* base,
                         uint64_t bytes, llvm::function_ref<LaneValues()> all,
                         llvm::function_ref<LaneValues()> some);
  /// The builder stands at the end of its block.
  LaneValues either(llvm::IRBuilder<>& at, llvm::Value* condition,
                    llvm::function_ref<LaneValues()> likely, llvm::function_ref<LaneValues()> rest);
  /// The same; accesses of `rest` are made for rare use, and the report does not count them.
  LaneValues if_likely(llvm::IRBuilder<>& at, llvm::Value* condition,
                       llvm::function_ref<LaneValues()> likely,
                       llvm::function_ref<LaneValues()> rest);

  /// Sets the scopes of the accesses that follow: what is known of their memory.
  void set_scopes(const llvm::AAMDNodes& scopes) { scopes_ = scopes; }
  /// Returns the access with the scopes of its memory.
  template <class Access>
  Access* with_scopes(Access* access) const {
    if (scopes_) access->setAAMetadata(scopes_);
    return access;
  }

  /// Tells whether lanes that lie anywhere probably lie close to each other. Set for each load.
  bool expects_neighbours() const { return expects_neighbours_; }
  void set_expects_neighbours(bool expects) { expects_neighbours_ = expects; }
  /// Tells whether what is emitted now hardly ever runs.
  bool is_rare() const { return is_rare_; }
  /// Returns memory for stores of lanes that are left out. It is never read, and on the stack,
  /// because threads that write to one cache line wait for each other.
  llvm::AllocaInst* idle_target(llvm::IRBuilder<>& at);

  const unsigned width;
  const VectorIsa machine;
  LaneReport& report;
  TwoRegisterPermute last_permute;  ///< the state of gather_to_permute.cpp

 private:
  llvm::AAMDNodes scopes_;
  bool expects_neighbours_ = false;
  bool is_rare_ = false;
  llvm::AllocaInst* idle_target_ = nullptr;
};

}  // namespace heddle::compiler
