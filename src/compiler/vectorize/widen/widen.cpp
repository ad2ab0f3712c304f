// SPDX-License-Identifier: Apache-2.0
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/Local.h>

#include "compiler/analysis/code_weight.h"
#include "compiler/ir/atomics.h"
#include "compiler/ir/kernel_context.h"
#include "compiler/ir/managers.h"
#include "compiler/ir/marks.h"
#include "compiler/vectorize/access/dot_products.h"
#include "compiler/vectorize/widen/passes.h"
#include "compiler/vectorize/widen/widener.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

Function* empty_copy(Function& kernel, const Twine& name) {
  Function* copy =
      Function::Create(kernel.getFunctionType(), kernel.getLinkage(), name, kernel.getParent());
  copy->copyAttributesFrom(&kernel);
  copy->setSubprogram(kernel.getSubprogram());
  for (Argument& argument : kernel.args())
    copy->getArg(argument.getArgNo())->setName(argument.getName());
  return copy;
}

/// Replaces the kernel by `replacement`, which gets its name.
void replace(Function& kernel, Function& replacement, FunctionAnalysisManager& analyses) {
  std::string name = kernel.getName().str();
  analyses.clear(kernel, name);
  kernel.eraseFromParent();
  replacement.setName(name);
}

void remove(Function& function, FunctionAnalysisManager& analyses) {
  analyses.clear(function, function.getName());
  function.deleteBody();
  function.eraseFromParent();
}

/// Returns the widened kernel, or null if it cannot be widened.
Function* widened(Function& kernel, const Twine& name, const Lanes& lanes, KernelContext& context,
                  FunctionAnalysisManager& analyses) {
  Function* wide = empty_copy(kernel, name);
  const Techniques techniques(kernel, analyses);
  Widener widener(
      kernel, *wide, lanes,
      {context.isa, techniques, context.options.access_seed, context.options.access_rival},
      context.report, analyses);
  if (widener.run()) {
    const AccessPlan& plan = widener.kernel().plan;
    if (lanes.rows == context.lanes.rows) plan.emit_remarks(*wide, {context.isa, techniques});
    if (lanes.rows == context.lanes.rows) context.report.accesses = plan.summary();
    return wide;
  }
  remove(*wide, analyses);
  return nullptr;
}

/// Tells whether vectors are worth the size of their code.
bool pays(const Function& kernel, Function& wide, Function& scalar, const Lanes& lanes,
          FunctionAnalysisManager& analyses) {
  constexpr size_t kSmall = 500;  // instructions: never grows large, whatever shuffles seem to cost
  constexpr double kTooLarge = 60000;
  if (kernel.getInstructionCount() <= kSmall) return true;
  const Weight vectors = analyses.getResult<CodeWeightAnalysis>(wide);
  const double one_by_one =
      analyses.getResult<CodeWeightAnalysis>(scalar).cycles * lanes.width * lanes.rows;
  return vectors.instructions <= kTooLarge &&
         is_worth_its_size(vectors, one_by_one, has_barriers(scalar));
}

}  // namespace

PreservedAnalyses widen(Module& module, KernelContext& context, ModuleAnalysisManager& analyses) {
  Function& kernel = *context.kernel(module);
  Function* scalar = module.getFunction(scalar_copy_name(kernel));
  FunctionAnalysisManager& of_function = of_functions(module, analyses);
  drop_local_volatile(kernel);
  if (scalar) drop_local_volatile(*scalar);
  if (context.lanes.are_used() && !context.lanes.same) {
    const Lanes lanes = context.lanes;
    Lanes single = lanes;
    single.rows = 1;
    Function* wide = widened(kernel, kernel.getName() + ".wide", single, context, of_function);
    if (wide && lanes.rows > 1 && !widened(kernel, rows_name(kernel), lanes, context, of_function))
      context.lanes = single;
    if (wide && scalar && may_stay_scalar(context) &&
        !pays(kernel, *wide, *scalar, lanes, of_function)) {
      context.report.note(kNotWorthItsSize.str());
      context.record.vector_items = 0;
      remove(*wide, of_function);
      wide = nullptr;
    }
    if (wide) {
      replace(kernel, *wide, of_function);
    } else {
      context.lanes = {};
    }
  }
  if (scalar && !context.lanes.are_used()) {
    replace(kernel, *scalar, of_function);
  } else if (scalar) {
    remove(*scalar, of_function);
  }
  make_scalar_dot_products(module, context.isa);
  context.report.lanes = context.lanes;
  return PreservedAnalyses::none();
}

}  // namespace heddle::compiler
