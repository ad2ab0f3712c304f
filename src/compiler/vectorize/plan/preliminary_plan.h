// SPDX-License-Identifier: Apache-2.0
// The preliminary plan of accesses: prices for the choice between scalar code and vectors, before
// `linearize`. The same strategies are asked as for the final plan (vectorize/access), but a mask
// is known only as that of a block that not all lanes run.
#pragma once

#include <llvm/Analysis/LoopInfo.h>

#include "compiler/vectorize/access/access_plan.h"

namespace heddle::compiler {

class Uniformity;

class PreliminaryPlan {
 public:
  PreliminaryPlan(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses,
                  const Lanes& lanes, const InstructionSet& machine);

  const AccessPlan& accesses() const { return plan_; }
  /// Returns the shape that the value has once the kernel is linear. Before, the shapes know
  /// nothing of divergent branches: where lanes come from different ways, they do not have one
  /// value.
  Shape shape_of(const llvm::Value* value);
  /// Tells whether only one side of a divergent branch leads to a block.
  bool is_conditional(const llvm::BasicBlock& block);

 private:
  AccessPlan planned(llvm::Function& kernel, const InstructionSet& machine);
  const Uniformity& uniformity();
  bool is_parted(const llvm::Value* value, unsigned depth);
  bool leaves_lanes_out(const llvm::BasicBlock& block);
  MaskKind mask_at(const llvm::BasicBlock& block);

  llvm::Function& kernel_;
  llvm::FunctionAnalysisManager& analyses_;
  const Lanes& lanes_;
  const llvm::LoopInfo& loops_;
  const llvm::DominatorTree& tree_;
  const Shapes& shapes_;
  const Techniques techniques_;
  const AccessGroups groups_;
  const StructureGroups structures_;
  llvm::DenseMap<const llvm::Value*, bool> parted_;
  llvm::DenseMap<const llvm::BasicBlock*, MaskKind> masks_;
  const AccessPlan plan_;
};

}  // namespace heddle::compiler
