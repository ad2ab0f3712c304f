// SPDX-License-Identifier: Apache-2.0
#include "compiler/frontend/relax_math.h"

#include <llvm/ADT/FloatingPointMode.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Operator.h>

namespace heddle::compiler {
namespace {

llvm::AttributeList with_infinities(llvm::AttributeList attributes, llvm::LLVMContext& context) {
  for (const unsigned i : attributes.indexes()) {
    const auto without = attributes.getAttributes(i).getNoFPClass();
    if ((without & llvm::fcInf) == llvm::fcNone) continue;
    attributes = attributes.removeAttributeAtIndex(context, i, llvm::Attribute::NoFPClass);
    if (const auto rest = without & ~llvm::fcInf; rest != llvm::fcNone)
      attributes = attributes.addAttributeAtIndex(context, i,
                                                  llvm::Attribute::getWithNoFPClass(context, rest));
  }
  return attributes;
}

}  // namespace

void keep_infinities(llvm::Module& module) {
  auto& context = module.getContext();
  for (auto& function : module) {
    function.setAttributes(with_infinities(function.getAttributes(), context));
    function.removeFnAttr("no-infs-fp-math");
    for (auto& one : llvm::instructions(function)) {
      if (llvm::isa<llvm::FPMathOperator>(one)) one.setHasNoInfs(false);
      if (auto* call = llvm::dyn_cast<llvm::CallBase>(&one))
        call->setAttributes(with_infinities(call->getAttributes(), context));
    }
  }
}

void relax_math(llvm::Module& module, const MathOptions& options) {
  const bool unsafe = options.unsafe_math || options.fast_relaxed_math;
  const bool finite = options.finite_math_only || options.fast_relaxed_math;
  llvm::FastMathFlags flags;
  flags.setNoSignedZeros(options.no_signed_zeros || unsafe);
  flags.setAllowContract(options.mad_enable || unsafe);
  flags.setAllowReassoc(unsafe);
  flags.setAllowReciprocal(unsafe);
  flags.setApproxFunc(unsafe);
  flags.setNoNaNs(finite);
  if (!flags.any()) return;
  for (auto& function : module) {
    for (auto& one : llvm::instructions(function)) {
      if (llvm::isa<llvm::FPMathOperator>(one))
        one.setFastMathFlags(one.getFastMathFlags() | flags);
    }
  }
}

}  // namespace heddle::compiler
