// SPDX-License-Identifier: Apache-2.0
#include "compiler/lower/resolve_blocks.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/GVN.h>
#include <llvm/Transforms/Scalar/SROA.h>

#include "compiler/ir/kernel_context.h"
#include "compiler/ir/managers.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

constexpr unsigned kMostIterations = 16;  // blocks that call blocks that call blocks...

bool calls_pointer(Module& module) {
  for (Function& function : module) {
    for (Instruction& instruction : instructions(function)) {
      const auto* call = dyn_cast<CallBase>(&instruction);
      if (call && !call->isInlineAsm() && !isa<Function>(call->getCalledOperand())) return true;
    }
  }
  return false;
}

/// Makes calls direct whose pointer comes through a cast between address spaces, or as a constant
/// expression.
void make_direct(Module& module) {
  for (Function& function : module) {
    for (Instruction& instruction : instructions(function)) {
      auto* call = dyn_cast<CallBase>(&instruction);
      if (!call || call->isInlineAsm()) continue;
      auto* callee = dyn_cast<Function>(call->getCalledOperand()->stripPointerCasts());
      if (!callee || callee->getFunctionType() != call->getFunctionType()) continue;
      call->setCalledOperand(callee);
      call->setCallingConv(callee->getCallingConv());
    }
  }
}

/// Describes that the enqueued literal is copied, and not kept.
void describe_enqueue(Module& module) {
  constexpr unsigned kLiteral = 7;
  Function* enqueue = module.getFunction("__hd_service_enqueue_kernel");
  if (!enqueue) return;
  enqueue->addParamAttr(kLiteral, Attribute::ReadOnly);
  enqueue->addParamAttr(kLiteral,
                        Attribute::getWithCaptureInfo(module.getContext(), CaptureInfo::none()));
}

void simplify(Module& module, FunctionAnalysisManager& analyses) {
  FunctionPassManager passes;
  passes.addPass(SROAPass(SROAOptions::ModifyCFG));
  passes.addPass(InstCombinePass());
  passes.addPass(GVNPass());
  for (Function& function : module) {
    if (!function.isDeclaration()) passes.run(function, analyses);
  }
}

}  // namespace

bool resolve_blocks(Function& kernel, ModuleAnalysisManager& analyses,
                    function_ref<void()> inline_again) {
  Module& module = *kernel.getParent();
  describe_enqueue(module);
  for (unsigned iteration = 0; iteration < kMostIterations && calls_pointer(module); ++iteration) {
    simplify(module, of_functions(module, analyses));
    make_direct(module);
    inline_again();
  }
  if (calls_pointer(module)) return false;
  for (Function& function : module) {
    if (function.isDeclaration() || &function == &kernel || !function.hasAddressTaken()) continue;
    function.replaceUsesWithIf(ConstantPointerNull::get(function.getType()), [](Use& use) {
      const auto* call = dyn_cast<CallBase>(use.getUser());
      return !call || !call->isCallee(&use);
    });
  }
  inline_again();
  return true;
}

}  // namespace heddle::compiler
