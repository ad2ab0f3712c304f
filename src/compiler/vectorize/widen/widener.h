// SPDX-License-Identifier: Apache-2.0
// Emits the code of a vector of work-items from the linearised code of one, block by block and
// value by value: the last step of whole-function vectorisation (Karrenberg and Hack,
// "Whole-function vectorization", CGO 2011).
#pragma once

#include "compiler/vectorize/widen/butterflies.h"
#include "compiler/vectorize/widen/piecewise_accesses.h"
#include "compiler/vectorize/widen/wide_accesses.h"
#include "compiler/vectorize/widen/wide_instructions.h"
#include "compiler/vectorize/widen/wide_kernel.h"

namespace heddle::compiler {

class Widener {
 public:
  /// `target` is empty and has the kernel's arguments.
  Widener(llvm::Function& kernel, llvm::Function& target, const Lanes& lanes,
          const AccessRules& rules, LaneReport& report, llvm::FunctionAnalysisManager& analyses)
      : wide_(kernel, target, lanes, rules, report, analyses), rules_(rules) {}

  /// Returns false if something in the kernel cannot be widened. The reason is in the report, and
  /// the target is useless.
  bool run();
  const WideKernel& kernel() const { return wide_; }

 private:
  void make_blocks();
  void make_phis(llvm::BasicBlock& block);
  void fill_phis(llvm::BasicBlock& block);
  void block(llvm::BasicBlock& block);
  void terminator(llvm::Instruction& instruction);

  WideKernel wide_;
  const AccessRules rules_;
  PiecewiseAccesses piecewise_{wide_};
  Butterflies butterflies_{wide_, piecewise_};
  WideAccesses accesses_{wide_, piecewise_, butterflies_};
  WideInstructions instructions_{wide_, accesses_};
  llvm::DenseMap<const llvm::BasicBlock*, llvm::BasicBlock*> first_, last_;
};

}  // namespace heddle::compiler
