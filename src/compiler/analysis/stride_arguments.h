// SPDX-License-Identifier: Apache-2.0
// The numbers that decide how far apart neighbouring work-items, or neighbouring iterations, access
// memory. Libraries that serve arrays of any layout pass strides as arguments, or in a structure or
// a buffer; most launches pass 1.
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PassManager.h>

namespace heddle::compiler {

/// The integer arguments of a kernel that are strides of its accesses: those that a value which
/// changes with the work-item or the iteration is multiplied by on its way into an address, and
/// those that a loop adds to such a value in each iteration. Also the numbers in memory by which
/// such a value is multiplied.
class StrideArguments {
 public:
  /// A number at an address that is the same for all work-items and iterations, and a value that it
  /// is multiplied by.
  struct InMemory {
    llvm::LoadInst* load;
    llvm::Value* factor;
  };

  explicit StrideArguments(llvm::Function& kernel);
  /// Returns the arguments in their order.
  llvm::ArrayRef<llvm::Argument*> in_order() const { return strides_; }
  llvm::ArrayRef<InMemory> in_memory() const { return in_memory_; }

  void print(llvm::raw_ostream& out) const;

 private:
  llvm::SmallVector<llvm::Argument*> strides_;
  llvm::SmallVector<InMemory> in_memory_;
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
