// SPDX-License-Identifier: Apache-2.0
// Transforms that passes run themselves. Each has a name, is instrumented as LLVM's passes are
// (printed, timed, counted by -opt-bisect-limit), and runs alone in heddle-opt.
#pragma once

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/PassManager.h>

namespace heddle::compiler {

struct KernelContext;

enum class Need : unsigned char {
  Required,  ///< needed for right results: it cannot be switched off
  Optional,  ///< for speed only
};

struct KernelTransform {
  llvm::StringLiteral label;
  Need need;
  llvm::PreservedAnalyses (*body)(llvm::Function& kernel, KernelContext& context,
                                  llvm::FunctionAnalysisManager& analyses);

  // Make it a pass for LLVM's instrumentation.
  llvm::StringRef name() const { return label; }
  bool isRequired() const { return need == Need::Required; }
};

/// Runs the transform, and drops the analyses that it does not preserve. Returns false if it is
/// switched off.
bool run(const KernelTransform& transform, llvm::Function& kernel, KernelContext& context,
         llvm::FunctionAnalysisManager& analyses);

}  // namespace heddle::compiler
