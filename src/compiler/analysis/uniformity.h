// SPDX-License-Identifier: Apache-2.0
// The values and branches of a kernel that are uniform over the work-items of a group, or over
// those of a tile of vectors: LLVM's UniformityInfo under a TargetTransformInfo of our own, which
// also knows ids, loads from private memory, and results of atomics and calls.
#pragma once

#include <llvm/ADT/DenseSet.h>
#include <llvm/Analysis/CycleAnalysis.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/Analysis/UniformityAnalysis.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/PassManager.h>

#include <memory>
#include <vector>

#include "compiler/ir/lanes.h"

namespace heddle::compiler {

/// The uniformity of a kernel's values over one kind of work-items.
class Uniformity {
 public:
  using Values = llvm::DenseSet<const llvm::Value*>;

  ~Uniformity();
  Uniformity(Uniformity&&) noexcept;
  Uniformity& operator=(Uniformity&&) noexcept;

  /// Tells whether all work-items at the value's definition have the same value. After a loop that
  /// they leave in different iterations it may differ (temporal divergence).
  bool is_uniform(const llvm::Value& value) const;
  /// Tells whether it is uniform at its definition and at all its uses.
  bool is_one_value(const llvm::Value& value) const;
  bool has_divergent_branch(const llvm::BasicBlock& block) const;

  /// Prints what differs between the work-items of `kernel`.
  void print(llvm::raw_ostream& out, const llvm::Function& kernel) const;

 private:
  friend class KernelUniformity;
  Uniformity(const llvm::DominatorTree& dominators, const llvm::CycleInfo& cycles,
             std::unique_ptr<llvm::TargetTransformInfo> costs);

  std::unique_ptr<llvm::TargetTransformInfo> costs_;  ///< tells the sources of divergence
  mutable llvm::UniformityInfo info_;                 ///< LLVM's queries are not all const
};

/// The uniformity of a kernel's values, over work-items of any kind. Each kind is computed when it
/// is first asked for.
class KernelUniformity {
 public:
  KernelUniformity(llvm::Function& kernel, const llvm::DominatorTree& dominators,
                   const llvm::CycleInfo& cycles);

  /// Returns that over the work-items of a group.
  const Uniformity& of_group();
  /// Returns that over the work-items of one tile, which run in lockstep.
  const Uniformity& of_tile(const Lanes& lanes);
  /// Returns the same for lanes that read at once: others write between two reads of all lanes,
  /// never between those of two lanes. Atomic and volatile loads count as plain ones then.
  const Uniformity& of_tile_at_once(const Lanes& lanes);
  /// Computes that of a tile in which the values in `never` are divergent, whatever their operands
  /// are.
  Uniformity of_tile(const Lanes& lanes, const Uniformity::Values& never) const;

  bool invalidate(llvm::Function& kernel, const llvm::PreservedAnalyses& preserved,
                  llvm::FunctionAnalysisManager::Invalidator& invalidator);

 private:
  struct Known {
    Lanes lanes;
    bool at_once;
    std::unique_ptr<Uniformity> uniformity;
  };

  Uniformity analyse(const Lanes* tile, const Uniformity::Values* never,
                     bool reads_at_once = false) const;
  Uniformity analyse_group() const;
  const Uniformity& known(const Lanes& lanes, bool at_once);

  llvm::Function* kernel_;
  const llvm::DominatorTree* dominators_;
  const llvm::CycleInfo* cycles_;
  std::unique_ptr<Uniformity> group_;
  std::vector<Known> tiles_;
};

class KernelUniformityAnalysis : public llvm::AnalysisInfoMixin<KernelUniformityAnalysis> {
 public:
  using Result = KernelUniformity;
  Result run(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses);

 private:
  friend llvm::AnalysisInfoMixin<KernelUniformityAnalysis>;
  static llvm::AnalysisKey Key;
};

}  // namespace heddle::compiler
