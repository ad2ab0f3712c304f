// SPDX-License-Identifier: Apache-2.0
// Which values and branches of a kernel are the same for all work-items of a group. LLVM's
// uniformity analysis under a TargetTransformInfo of ours, with its gaps closed (DESIGN: loads from
// private memory, results of atomics and calls, ids).
#pragma once

#include <llvm/Analysis/UniformityAnalysis.h>
#include <llvm/IR/PassManager.h>

#include <memory>

namespace heddle::compiler {

class Uniformity {
 public:
  explicit Uniformity(llvm::Function& kernel);
  ~Uniformity();

  /// All work-items that are at the value's definition have the same. A loop that they leave in
  /// different rounds makes it differ behind that loop.
  bool is_uniform(const llvm::Value& value) const;
  /// Uniform, and seen alike wherever it is used.
  bool is_one_value(const llvm::Value& value) const;
  bool has_divergent_branch(const llvm::BasicBlock& block) const;

 private:
  struct Managers;
  std::unique_ptr<Managers> managers_;
  llvm::UniformityInfo* info_;
};

}  // namespace heddle::compiler
