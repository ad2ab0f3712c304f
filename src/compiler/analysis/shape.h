// SPDX-License-Identifier: Apache-2.0
// The shape of each value of a linearised kernel: how it differs between the lanes of a vector and
// the rows of a tile (Karrenberg and Hack, "Whole-function vectorization", CGO 2011). All branches
// are uniform (linearize), so the analysis is dataflow alone.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PassManager.h>

#include <memory>
#include <vector>

#include "compiler/analysis/exchange.h"
#include "compiler/analysis/lane_fact.h"
#include "compiler/ir/lanes.h"

namespace heddle::compiler {

/// The shapes of a kernel's values.
class Shapes {
 public:
  Shapes(llvm::Function& kernel, const Lanes& lanes);

  Shape of(const llvm::Value* value) const;

  /// Tells whether the affine result of `extension` follows from its operand as a signed number:
  /// for `sext`, and for `zext nneg` of a value that only does not wrap as a signed one (`x - 1`).
  bool extends_signed(const llvm::CastInst& extension) const;

  /// Prints what is known of each value of `kernel`.
  void print(llvm::raw_ostream& out, const llvm::Function& kernel) const;

 private:
  class Solver;
  llvm::DenseMap<const llvm::Value*, Shape> shapes_;
  std::vector<std::unique_ptr<const Breakpoints>> breakpoints_;
  std::vector<std::unique_ptr<const Exchange>> exchanges_;
};

/// The shapes of a kernel's values in lanes of any kind. Each kind is computed when it is first
/// asked for.
class LaneShapes {
 public:
  explicit LaneShapes(llvm::Function& kernel) : kernel_(&kernel) {}

  const Shapes& at(const Lanes& lanes);

 private:
  struct Known {
    Lanes lanes;
    std::unique_ptr<Shapes> shapes;
  };

  llvm::Function* kernel_;
  std::vector<Known> known_;
};

class LaneShapesAnalysis : public llvm::AnalysisInfoMixin<LaneShapesAnalysis> {
 public:
  using Result = LaneShapes;
  Result run(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses);

 private:
  friend llvm::AnalysisInfoMixin<LaneShapesAnalysis>;
  static llvm::AnalysisKey Key;
};

/// Tells whether the lanes' volatile accesses are contiguous.
bool is_contiguous_volatile(const llvm::Instruction& access, const Shapes& shapes);

}  // namespace heddle::compiler
