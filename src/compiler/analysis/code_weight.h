// SPDX-License-Identifier: Apache-2.0
// Estimates of the size of code. Code generation takes most of a build's time, and more for each
// instruction of a large function. Vectors of a large kernel must be worth that. Those of elements
// without vector instructions, or of short vectors that fill registers already, multiply the code
// and are no faster.
#pragma once

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/PassManager.h>

#include "compiler/ir/lanes.h"

namespace heddle::compiler {

struct KernelContext;

/// The report's note on a kernel whose vectors are not worth their code.
inline constexpr llvm::StringLiteral kNotWorthItsSize =
    "scalar is cheaper: the kernel is large, and vectors multiply its code";

/// Tells whether the kernel need not be vectors: no option or attribute asks for them.
bool may_stay_scalar(const KernelContext& context);

/// An estimate of the machine instructions of code, and of the cycles to run it once.
struct Weight {
  double instructions = 0, cycles = 0;
};

/// Computes the weight of a function.
class CodeWeightAnalysis : public llvm::AnalysisInfoMixin<CodeWeightAnalysis> {
 public:
  using Result = Weight;
  Result run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);

 private:
  friend llvm::AnalysisInfoMixin<CodeWeightAnalysis>;
  static llvm::AnalysisKey Key;
};

/// Returns the least weight of such lanes of `kernel`, before it is scalarised and linearised.
Weight least_weight_of_lanes(llvm::Function& kernel, const Lanes& lanes,
                             llvm::FunctionAnalysisManager& analyses);

/// Tells whether vectors of a weight are worth their code, if their work-items take `one_by_one`
/// cycles one after the other.
bool is_worth_its_size(const Weight& vectors, double one_by_one, bool has_barriers);

}  // namespace heddle::compiler
