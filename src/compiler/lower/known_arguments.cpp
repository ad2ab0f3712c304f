// SPDX-License-Identifier: Apache-2.0
// Replaces arguments that are the same in all launches of a variant by constants: samplers, and
// strides from -1 to 4. Notes the strides for the launches that follow.
#include <llvm/IR/Constants.h>

#include <string>

#include "compiler/analysis/stride_arguments.h"
#include "compiler/ir/kernel_context.h"
#include "compiler/ir/preserved.h"
#include "compiler/lower/passes.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

/// Returns the value of `argument` by `facts`; null if they have none.
Constant* known_value(const Argument& argument, const hd_argument_facts& facts) {
  Type* const type = argument.getType();
  if (facts.kind == HD_FACTS_INTEGER && type->isIntegerTy())
    return ConstantInt::getSigned(type, static_cast<int64_t>(facts.value));
  if (facts.kind != HD_FACTS_SAMPLER || !type->isPointerTy()) return nullptr;
  auto* const bits = ConstantInt::get(Type::getInt64Ty(type->getContext()), facts.value);
  return ConstantExpr::getIntToPtr(bits, type);
}

}  // namespace

PreservedAnalyses known_arguments(Module& module, KernelContext& context,
                                  ModuleAnalysisManager& /*analyses*/) {
  Function& kernel = *context.kernel(module);
  const auto& facts = context.options.arguments;
  std::string strides;
  bool changed = false;
  for (Argument& argument : kernel.args()) {
    if (argument.getArgNo() >= facts.size()) break;
    const hd_argument_facts& known = facts[argument.getArgNo()];
    Constant* const value = known_value(argument, known);
    if (!value) continue;
    argument.replaceAllUsesWith(value);
    changed = true;
    if (known.kind == HD_FACTS_INTEGER)
      strides += (strides.empty() ? "" : ", ") + std::to_string(argument.getArgNo()) + " = " +
                 std::to_string(static_cast<int64_t>(known.value));
  }
  if (!strides.empty()) context.report.note("for launches with arguments " + strides);
  return preserved_unless(changed);
}

PreservedAnalyses find_strides(Function& function, KernelContext& context,
                               FunctionAnalysisManager& analyses) {
  const auto is_integer = [](const Argument& each) { return each.getType()->isIntegerTy(); };
  if (!context.options.optimize || !context.is_kernel(function) ||
      none_of(function.args(), is_integer))
    return PreservedAnalyses::all();
  std::string numbers;
  const auto& strides = analyses.getResult<StrideArgumentsAnalysis>(function);
  for (const Argument* stride : strides.in_order()) {
    context.record.args[stride->getArgNo()].is_stride = true;
    context.record.has_strides = true;
    numbers += (numbers.empty() ? "" : ", ") + std::to_string(stride->getArgNo());
  }
  if (!numbers.empty())
    context.report.note("launches with strides from -1 to 4 have code of their own: arguments " +
                        numbers);
  return PreservedAnalyses::all();
}

}  // namespace heddle::compiler
