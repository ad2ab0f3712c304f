// SPDX-License-Identifier: Apache-2.0
// Every transform by its name: the passes of the pipeline (passes.def), and the transforms that
// these run. It tells which can be switched off, and runs each in LLVM's pass manager.
#pragma once

#include <llvm/ADT/StringSet.h>
#include <llvm/Passes/PassBuilder.h>

#include <functional>
#include <span>
#include <string>
#include <variant>

#include "compiler/ir/kernel_context.h"
#include "compiler/ir/transform.h"
#include "support/result.h"

namespace heddle::compiler {

using ModulePass = llvm::PreservedAnalyses (*)(llvm::Module& module, KernelContext& context,
                                               llvm::ModuleAnalysisManager& analyses);
using FunctionPass = llvm::PreservedAnalyses (*)(llvm::Function& function, KernelContext& context,
                                                 llvm::FunctionAnalysisManager& analyses);

struct NamedPass {
  const char* name;
  std::variant<ModulePass, FunctionPass> run;
  Need need;
  const char* why;  ///< the reason for its place in the pipeline
};
/// Returns the whole pipeline, in order (passes.def).
std::span<const NamedPass> pass_list();
/// Returns the place of a pass in the pipeline; it must be there.
size_t place_of(ModulePass pass);
/// Returns the transforms that passes run themselves, on the kernel.
std::span<const KernelTransform* const> transform_list();
/// Returns a line for each: name, "required" or "optional", and the reason for its place.
std::string describe_passes();
/// Returns a line for each analysis that `print<name>` prints: name, and its claim.
std::string describe_analyses();
/// Returns the names of those that can be switched off, one a line.
std::string optional_passes();

/// A kernel on its way through the pipeline.
struct PassRun {
  KernelContext& context;
  /// Called after each pass of the pipeline.
  std::function<void(llvm::Module& module, const NamedPass& pass)> after;
  size_t next = 0;  ///< the first pass that has not run

  /// Tells whether the remaining passes do nothing: the kernel is lost, or to be compiled anew.
  bool is_over() const { return !context.error.empty() || context.merging.restart; }
};

/// Adds passes `from` up to, without it, `end` of the pipeline. `run` must outlive the manager.
void add_passes(llvm::ModulePassManager& manager, PassRun& run, size_t from, size_t end);
/// Registers the analyses of kernels with LLVM's manager.
void register_analyses(llvm::FunctionAnalysisManager& analyses);
/// Lets `builder` find every transform by its name in a text such as "lower-half,widen".
void register_passes(llvm::PassBuilder& builder, PassRun& run);

/// Splits a list of names with commas between them. Fails for a name that no transform has, and for
/// a transform that results depend on.
Result<llvm::StringSet<>> switched_off(llvm::StringRef names);
/// Tells whether the transform of this name can be left out. LLVM's passes cannot: within a pass of
/// ours they are part of it.
bool is_optional(llvm::StringRef name);
/// Makes the callbacks leave these out. `names` must outlive the callbacks.
void switch_off(const llvm::StringSet<>& names, llvm::PassInstrumentationCallbacks& callbacks);

}  // namespace heddle::compiler
