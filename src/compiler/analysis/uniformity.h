// SPDX-License-Identifier: Apache-2.0
// Which values and branches of a kernel are the same for all work-items of a group, or for all that
// run as one tile of vectors. LLVM's uniformity analysis under a TargetTransformInfo of ours, with
// its gaps closed (DESIGN: loads from private memory, results of atomics and calls, ids).
#pragma once

#include <llvm/ADT/DenseSet.h>
#include <llvm/Analysis/UniformityAnalysis.h>
#include <llvm/IR/PassManager.h>

#include <memory>

#include "compiler/ir/lanes.h"

namespace heddle::compiler {

class Uniformity {
 public:
  using Values = llvm::DenseSet<const llvm::Value*>;

  /// For the work-items of a group.
  explicit Uniformity(llvm::Function& kernel);
  /// For the work-items of one tile, which run in lockstep. What `never` holds is divergent,
  /// whatever its operands are.
  Uniformity(llvm::Function& kernel, const Lanes& lanes, const Values& never = {});
  /// The same, as if whatever others write came between two reads of all lanes, never between those
  /// of one and another: atomic and volatile loads count as plain ones do.
  static Uniformity at_once(llvm::Function& kernel, const Lanes& lanes);
  ~Uniformity();
  Uniformity(Uniformity&&) noexcept;

  /// All work-items that are at the value's definition have the same. A loop that they leave in
  /// different iterations makes it differ after that loop.
  bool is_uniform(const llvm::Value& value) const;
  /// Uniform, and seen alike wherever it is used.
  bool is_one_value(const llvm::Value& value) const;
  bool has_divergent_branch(const llvm::BasicBlock& block) const;

 private:
  struct Managers;
  Uniformity();
  void analyse(llvm::Function& kernel, const Lanes* tile, const Values* never,
               bool reads_at_once = false);

  std::unique_ptr<Managers> managers_;
  llvm::UniformityInfo* info_;
};

}  // namespace heddle::compiler
