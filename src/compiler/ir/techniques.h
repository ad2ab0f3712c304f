// SPDX-License-Identifier: Apache-2.0
// Ways to write or to plan code that a pass chooses where they fit, each with a name
// (techniques.def). LLVM's instrumentation is asked for each as for a pass, so that it can be
// switched off, and -opt-bisect-limit counts it.
#pragma once

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/PassInstrumentation.h>
#include <llvm/IR/PassManager.h>

#include <array>
#include <optional>
#include <span>

namespace heddle::compiler {

enum class Technique : unsigned char {
#define TECHNIQUE(identifier, name, room, pass, what) identifier,
#include "compiler/ir/techniques.def"
#undef TECHNIQUE
};

struct NamedTechnique {
  llvm::StringLiteral label;
  llvm::StringLiteral why;  ///< the pass that chooses it, in words

  // As LLVM's instrumentation asks.
  llvm::StringRef name() const { return label; }
};
/// Lists all techniques, in the order of the enumeration.
std::span<const NamedTechnique> technique_list();

/// The techniques that are allowed for one kernel.
class Techniques {
 public:
  /// All are allowed.
  Techniques() = default;
  /// Those that nobody leaves out who watches the passes.
  Techniques(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses)
      : kernel_(&kernel),
        instrumentation_(analyses.getResult<llvm::PassInstrumentationAnalysis>(kernel)) {}

  static const Techniques& all();

  bool allow(Technique technique) const;

 private:
  const llvm::Function* kernel_ = nullptr;
  llvm::PassInstrumentation instrumentation_;
  mutable std::array<std::optional<bool>, 64> known_{};  ///< asked for once each
};

}  // namespace heddle::compiler
