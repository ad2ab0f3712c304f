// SPDX-License-Identifier: Apache-2.0
// The arguments that decide how far apart neighbouring work-items, or neighbouring iterations,
// access memory. Libraries that serve arrays of any layout pass strides as arguments; most launches
// pass 1.
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/PassManager.h>

namespace heddle::compiler {

/// The integer arguments of a kernel that are strides of its accesses: those that a value which
/// changes with the work-item or the iteration is multiplied by on its way into an address, and
/// those that a loop adds to such a value in each iteration.
class StrideArguments {
 public:
  explicit StrideArguments(llvm::Function& kernel);
  /// Returns them in the order of the arguments.
  llvm::ArrayRef<llvm::Argument*> in_order() const { return strides_; }

  void print(llvm::raw_ostream& out) const;

 private:
  llvm::SmallVector<llvm::Argument*> strides_;
};

class StrideArgumentsAnalysis : public llvm::AnalysisInfoMixin<StrideArgumentsAnalysis> {
 public:
  using Result = StrideArguments;
  Result run(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses);

 private:
  friend llvm::AnalysisInfoMixin<StrideArgumentsAnalysis>;
  static llvm::AnalysisKey Key;
};

}  // namespace heddle::compiler
