// SPDX-License-Identifier: Apache-2.0
// Inlines everything into the kernel. A barrier must be in the function that is split into regions,
// and a value has one shape (uniform, affine, varying) only with one caller. OpenCL C has no
// recursion and no function pointers (§6.9); a function that ends in a call of itself becomes a
// loop all the same, as such programs exist. Kernels that would become too large keep some calls
// (keep_calls.h).
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/IPO/AlwaysInliner.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/IPO/Internalize.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Scalar/TailRecursionElimination.h>

#include "compiler/ir/intrinsics.h"
#include "compiler/ir/kernel_context.h"
#include "compiler/ir/managers.h"
#include "compiler/ir/opaque_arithmetic.h"
#include "compiler/lower/keep_calls.h"
#include "compiler/lower/merge_calls.h"
#include "compiler/lower/passes.h"
#include "compiler/lower/resolve_blocks.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

void prepare(Function& function, bool is_kernel) {
  // Attributes for the front end's own target, which do not hold for the host.
  for (Attribute::AttrKind kind :
       {Attribute::NoInline, Attribute::OptimizeNone, Attribute::StackProtect,
        Attribute::StackProtectStrong, Attribute::InlineHint, Attribute::MinSize,
        Attribute::OptimizeForSize, Attribute::UWTable}) {
    function.removeFnAttr(kind);
  }
  for (const char* name : {"frame-pointer", "stack-protector-buffer-size"})
    function.removeFnAttr(name);
  function.setCallingConv(CallingConv::C);
  if (!function.isDeclaration() && !is_kernel) {
    // After inlining, `restrict` would say that a barrier in the function does not write there
    // (restrict.h).
    for (Argument& argument : function.args()) argument.removeAttr(Attribute::NoAlias);
    function.setLinkage(GlobalValue::InternalLinkage);
    function.setComdat(nullptr);
    function.addFnAttr(Attribute::AlwaysInline);
  }
}

bool calls_itself(Function& function) {
  return any_of(function.users(), [&](User* user) {
    const auto* call = dyn_cast<CallBase>(user);
    return call && call->getCalledOperand() == &function && call->getFunction() == &function;
  });
}

/// Turns tail calls of a function to itself into jumps.
void end_tail_recursion(Module& module, FunctionAnalysisManager& analyses) {
  FunctionPassManager passes;
  passes.addPass(SROAPass(SROAOptions::ModifyCFG));
  passes.addPass(SimplifyCFGPass());
  passes.addPass(TailCallElimPass(/*UpdateFunctionEntryCount=*/false));
  for (Function& function : module)
    if (calls_itself(function)) passes.run(function, analyses);
}

void keep(Module& module, const FunctionSet& functions) {
  for (Function& function : module) {
    if (!functions.contains(&function)) continue;
    function.removeFnAttr(Attribute::AlwaysInline);
    function.addFnAttr(Attribute::NoInline);
    function.setDoesNotThrow();
  }
}

}  // namespace

PreservedAnalyses inline_all(Module& module, KernelContext& context,
                             ModuleAnalysisManager& analyses) {
  Function* kernel = context.kernel(module);
  for (Function& function : module) {
    prepare(function, &function == kernel);
    for (User* user : function.users()) {
      if (auto* call = dyn_cast<CallBase>(user)) {
        call->setCallingConv(CallingConv::C);
        call->removeFnAttr(Attribute::NoInline);
      }
    }
  }
  for (GlobalVariable& variable : module.globals()) {
    if (!variable.isDeclaration()) variable.setLinkage(GlobalValue::InternalLinkage);
  }
  end_tail_recursion(module, of_functions(module, analyses));
  SharedFunctions shared = choose_shared(*kernel, context, of_functions(module, analyses));
  FunctionSet& kept = shared.kept;
  for (Function& function : module)
    if (is_kept_builtin(function)) kept.insert(&function);
  keep(module, kept);
  keep(module, FunctionSet(shared.merged.begin(), shared.merged.end()));
  const auto inline_now = [&] {
    analyses.invalidate(module, PreservedAnalyses::none());
    ModulePassManager passes;
    passes.addPass(GlobalDCEPass());
    passes.addPass(AlwaysInlinerPass(/*InsertLifetimeIntrinsics=*/true));
    passes.addPass(GlobalDCEPass());
    analyses.invalidate(module, passes.run(module, analyses));
  };
  inline_now();
  context.merging.done = !shared.merged.empty();
  for (Function* function : shared.merged) {
    merge_calls(*kernel, *function, of_functions(module, analyses));
    function->removeFnAttr(Attribute::NoInline);
    function->addFnAttr(Attribute::AlwaysInline);
    inline_now();
  }
  const auto has_pointers = [](Function& function) {
    return !function.isDeclaration() && function.hasAddressTaken();
  };
  if (any_of(module, has_pointers) && !resolve_blocks(*kernel, analyses, inline_now)) {
    context.error = "a block is called that is not known at compile time";
    return PreservedAnalyses::none();
  }
  for (Function& function : module) {
    if (!function.isDeclaration() && &function != kernel && !kept.contains(&function)) {
      context.error =
          "function '" + function.getName().str() +
          "' could not be inlined: recursion is not allowed, nor a call with other types";
      return PreservedAnalyses::none();
    }
    if (function.isDeclaration() && !function.isIntrinsic() &&
        internal_of(function) == Internal::None && opaque_of(function) == Opaque::None &&
        function.getName() != "printf" && !function.use_empty()) {
      context.error = "unresolved function '" + function.getName().str() + "'";
      return PreservedAnalyses::none();
    }
  }
  return PreservedAnalyses::none();
}

}  // namespace heddle::compiler
