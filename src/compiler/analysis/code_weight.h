// SPDX-License-Identifier: Apache-2.0
// Code generation takes most of a build's time, and more for each instruction where there are
// many. Vectors of a large kernel must be worth that: those of elements that no instruction knows,
// or of short vectors that fill registers as they are, multiply the code and are no faster.
#pragma once

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/PassManager.h>

#include "compiler/ir/lanes.h"

namespace heddle::compiler {

struct KernelContext;

/// What the report says of a kernel whose vectors are not worth their code.
inline constexpr llvm::StringLiteral kNotWorthItsSize =
    "scalar is cheaper: the kernel is large, and vectors multiply its code";

/// Has nobody asked for vectors?
bool may_stay_scalar(const KernelContext& context);

/// Machine instructions, roughly, and cycles of a body that is gone through once.
struct Weight {
  double instructions = 0, cycles = 0;
};

/// Computes what a function weighs.
class CodeWeightAnalysis : public llvm::AnalysisInfoMixin<CodeWeightAnalysis> {
 public:
  using Result = Weight;
  Result run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);

 private:
  friend llvm::AnalysisInfoMixin<CodeWeightAnalysis>;
  static llvm::AnalysisKey Key;
};

/// Returns what such lanes of `kernel` weigh at least, before short vectors are taken apart and
/// branches become masks.
Weight least_weight_of_lanes(llvm::Function& kernel, const Lanes& lanes,
                             llvm::FunctionAnalysisManager& analyses);

/// Are vectors that weigh so much worth their code, where their work-items take so many cycles one
/// after the other?
bool is_worth_its_size(const Weight& vectors, double one_by_one, bool has_barriers);

}  // namespace heddle::compiler
