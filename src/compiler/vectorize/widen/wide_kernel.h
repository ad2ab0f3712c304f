// SPDX-License-Identifier: Apache-2.0
// The kernel that becomes code for a vector of work-items, and each of its values there, as LLVM's
// VPlan keeps them in VPTransformState. A value that is uniform or affine stays a scalar (lane
// 0's), one for each row where rows differ; one that varies becomes a vector; what no vector can
// hold (aggregates, short vectors) becomes one value for each lane.
#pragma once

#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>

#include "compiler/analysis/shape.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/ir/kernel_context.h"
#include "compiler/vectorize/access/access_plan.h"

namespace heddle::compiler {

/// A value of the kernel in the target. Each list has one entry, or one for each row.
struct WideValue {
  llvm::SmallVector<llvm::Value*, 1> base;    ///< lane 0, where the shape has a base
  llvm::SmallVector<llvm::Value*, 1> vector;  ///< all lanes, where they are not broadcast of a base
  llvm::SmallVector<llvm::Value*, 1> small;   ///< all lanes in 32 bits (small_numbers.cpp)
  llvm::SmallVector<llvm::SmallVector<llvm::Value*, 0>, 0>
      lanes;  ///< for values that no vector holds
};

class WideKernel {
 public:
  using Builder = llvm::IRBuilder<>;

  /// `target` is empty and has the kernel's arguments.
  WideKernel(llvm::Function& kernel, llvm::Function& target, const Lanes& lanes,
             const AccessRules& rules, LaneReport& report, llvm::FunctionAnalysisManager& analyses);

  /// Notes why something cannot be widened. Returns false.
  bool fail(const std::string& why, const llvm::Instruction& where);
  bool has_failed() const { return has_failed_; }
  bool is_vectorizable(const llvm::Type* type) const;
  /// Returns the type of all lanes. Structures that intrinsics return become structures of vectors.
  llvm::Type* widened(llvm::Type* type) const;
  unsigned rows_of(const llvm::Value& value) const;

  /// Returns lane 0 of a value that has a base.
  llvm::Value* scalar(llvm::Value* value, unsigned row);
  /// Returns all lanes of a value, which are broadcast and extended where they are not there yet.
  llvm::Value* vector(llvm::Value* value, unsigned row);
  llvm::Value* lane(llvm::Value* value, unsigned row, unsigned index, Builder& at);
  /// Emits the value of the lane with the number `index` (i32), known at run time only.
  llvm::Value* any_lane(llvm::Value* value, unsigned row, llvm::Value* index, Builder& at);
  llvm::Constant* iota(llvm::Type* element, int64_t stride) const;
  llvm::Value* joined(llvm::ArrayRef<llvm::Value*> lanes);
  /// Returns what there is of a value. The reference holds until the next value is set.
  const WideValue& known(const llvm::Value* value) const;
  // Add what the next row has of a value.
  void set_base(llvm::Value& of, llvm::Value* value) { values_[&of].base.push_back(value); }
  void set_vector(llvm::Value& of, llvm::Value* value) { values_[&of].vector.push_back(value); }
  void set_small(llvm::Value& of, llvm::Value* value) { values_[&of].small.push_back(value); }
  void set_lanes(llvm::Value& of, llvm::ArrayRef<llvm::Value*> lanes) {
    values_[&of].lanes.emplace_back(lanes);
  }

  /// Tells whether `value` has 64 bits and is below 2^31 (small_numbers.h).
  bool is_small(const llvm::Value* value);

  /// Begins a block of the kernel, in which all lanes are active until its marker is met.
  void begin_block(llvm::BasicBlock& into);
  void set_block_mask(llvm::Value* mask) { block_mask_ = mask; }
  /// Returns the operand of the current block's marker, a value of the kernel; null: there is none.
  llvm::Value* block_mask() const { return block_mask_; }
  /// Returns the lanes that are active in the current block; null for all.
  llvm::Value* mask(unsigned row);
  /// Returns these lanes as an integer, bit l for lane l.
  llvm::Value* bits_of_mask(unsigned row);
  /// Sets what the next row has of a load, in the form in which registers hold it.
  void set_loaded(const llvm::Instruction& load, llvm::Value* value) {
    set_vector(const_cast<llvm::Instruction&>(load),
               at.CreateBitCast(value, widened(load.getType())));
  }

  // The kernel and its analyses.
  llvm::Function& kernel;
  const Lanes lanes;
  const unsigned width;
  const InstructionSet& machine;
  const Shapes& shapes;
  const AccessGroups groups;
  const StructureGroups structures;
  const llvm::DataLayout& layout;
  const llvm::DominatorTree& tree;
  const llvm::LoopInfo& loops;
  // Writes the target.
  llvm::Function& target;
  LaneReport& report;
  AccessEmitter emit;
  Builder at;
  AccessPlan plan;  ///< made before anything is emitted (widener.cpp)

 private:
  llvm::Value* spread(llvm::Value* base, const Shape& shape, llvm::Type* type);
  llvm::Value* extended_small(llvm::Value* small);

  const WideValue nothing_;
  llvm::DenseMap<const llvm::Value*, WideValue> values_;
  llvm::DenseMap<const llvm::Value*, bool> small_;  ///< is_small, where it was asked
  llvm::DenseMap<std::pair<const llvm::Value*, int64_t>, llvm::Value*> spreads_;
  llvm::Value* block_mask_ = nullptr;
  bool has_failed_ = false;
};

}  // namespace heddle::compiler
