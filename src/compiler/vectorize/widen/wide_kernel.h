// SPDX-License-Identifier: Apache-2.0
// The kernel that becomes code for a vector of work-items: what each of its values is there. A
// value that is uniform or affine stays a scalar (lane 0's), one for each row where rows differ;
// one that varies becomes a vector; what no vector can hold (aggregates, short vectors) becomes one
// value for each lane.
#pragma once

#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>

#include "compiler/analysis/shape.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/ir/kernel_context.h"
#include "compiler/vectorize/access/access_emitter.h"
#include "compiler/vectorize/access/structure_groups.h"

namespace heddle::compiler {

/// A value of the kernel in the target. Each list has one entry, or one for each row.
struct WideValue {
  llvm::SmallVector<llvm::Value*, 1> base;    ///< lane 0, where the shape has a base
  llvm::SmallVector<llvm::Value*, 1> vector;  ///< all lanes; of a base made when it is asked for
  llvm::SmallVector<llvm::Value*, 1> small;   ///< all lanes in 32 bits (small_numbers.cpp)
  llvm::SmallVector<llvm::SmallVector<llvm::Value*, 0>, 0> lanes;  ///< where no vector holds it
};

class WideKernel {
 public:
  using Builder = llvm::IRBuilder<>;

  /// `target` is empty and has the kernel's arguments.
  WideKernel(llvm::Function& kernel, llvm::Function& target, const Lanes& lanes,
             llvm::TargetMachine& machine, LaneReport& report);

  bool fail(const std::string& why, const llvm::Instruction& where);
  bool is_vectorizable(const llvm::Type* type) const;
  /// Structures that intrinsics return become structures of vectors.
  llvm::Type* widened(llvm::Type* type) const;
  unsigned rows_of(const llvm::Value& value) const;
  llvm::Value* scalar(llvm::Value* value, unsigned row);
  llvm::Value* vector(llvm::Value* value, unsigned row);
  llvm::Value* lane(llvm::Value* value, unsigned row, unsigned index, Builder& at);
  /// The value of the lane that `index` (i32) says at run time.
  llvm::Value* any_lane(llvm::Value* value, unsigned row, llvm::Value* index, Builder& at);
  llvm::Constant* iota(llvm::Type* element, int64_t stride) const;
  llvm::Value* joined(llvm::ArrayRef<llvm::Value*> lanes);
  /// The lanes that are active in the current block; null for all.
  llvm::Value* mask(unsigned row);
  /// The same as an integer, bit l for lane l.
  llvm::Value* bits_of_mask(unsigned row);
  /// Of lanes' groups that lie anywhere.
  LaneValues gather_group(const AccessGroup& group, const LaneAddress& from, llvm::Value* lanes);
  void scatter_group(const AccessGroup& group, llvm::ArrayRef<llvm::Value*> values,
                     const LaneAddress& to, llvm::Value* lanes);
  void set_base(llvm::Value& of, llvm::Value* value) { values[&of].base.push_back(value); }
  void set_vector(llvm::Value& of, llvm::Value* value) { values[&of].vector.push_back(value); }

  llvm::Function& kernel;
  llvm::Function& target;
  const Lanes lanes;
  const unsigned width;
  const llvm::TargetMachine& machine;
  LaneReport& report;
  Shapes shapes;
  AccessGroups groups;
  StructureGroups structures;
  AccessEmitter emit;
  const llvm::DataLayout& layout;
  llvm::DominatorTree tree;           ///< of the kernel
  llvm::LoopInfo loops;               ///< of the kernel
  Builder at;                         ///< where code is written
  llvm::Value* block_mask = nullptr;  ///< of the kernel: what the current block's marker says
  llvm::DenseMap<const llvm::Value*, WideValue> values;
  llvm::DenseMap<const llvm::Value*, bool>
      small;            ///< is_small (small_numbers.h), where it was asked
  bool failed = false;  ///< something cannot be widened; why is in the report

 private:
  llvm::Value* spread(llvm::Value* base, const Shape& shape, llvm::Type* type);
  llvm::Value* extended_small(llvm::Value* small);

  llvm::DenseMap<std::pair<const llvm::Value*, int64_t>, llvm::Value*> spreads;
};

}  // namespace heddle::compiler
