// SPDX-License-Identifier: Apache-2.0
// Loops that move the bits of a number into another one, lowest first, as FFTs order what they
// read:
//   for (int b = 0; b < bits; ++b) r = (r << 1) | (x & 1), x >>= 1;
// or with the bit (x >> b) & 1.
#pragma once

#include <llvm/Transforms/Scalar/LoopPassManager.h>

namespace heddle::compiler {

/// Ensures: what such a loop leaves in r is llvm.bitreverse of x, shifted. The loop is left to
/// others to delete.
class BitReversalsPass : public llvm::PassInfoMixin<BitReversalsPass> {
 public:
  static llvm::StringRef name() { return "bit-reversals"; }
  llvm::PreservedAnalyses run(llvm::Loop& loop, llvm::LoopAnalysisManager& analyses,
                              llvm::LoopStandardAnalysisResults& results,
                              llvm::LPMUpdater& updater);
};

}  // namespace heddle::compiler
