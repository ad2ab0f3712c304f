// SPDX-License-Identifier: Apache-2.0
// Merges comparisons of the elements of vectors: `a.s0 == b.s0 || a.s1 == b.s1 || ...` becomes one
// comparison, by LLVM's SLP vectoriser. Programs that are written in short vectors (hashcat) test
// so whether any element is the one they look for; taken literally each takes two extractions, a
// comparison and a branch.
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Vectorize/SLPVectorizer.h>

#include "compiler/ir/kernel_context.h"
#include "compiler/tune/passes.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

/// The fewest tests: fewer are as cheap one by one.
constexpr unsigned kFewest = 4;

/// Tells whether elements of vectors are compared as often as that.
bool compares_elements(const Function& function) {
  unsigned count = 0;
  for (const Instruction& each : instructions(function)) {
    if (isa<ICmpInst>(each) && any_of(each.operand_values(), IsaPred<ExtractElementInst>)) ++count;
    if (count == kFewest) return true;
  }
  return false;
}

}  // namespace

PreservedAnalyses vector_tests(Function& function, KernelContext& context,
                               FunctionAnalysisManager& analyses) {
  if (!context.options.optimize || context.lanes.are_used() || !compares_elements(function))
    return PreservedAnalyses::all();
  FunctionPassManager passes;
  passes.addPass(SLPVectorizerPass());
  passes.addPass(InstCombinePass());
  return passes.run(function, analyses);
}

}  // namespace heddle::compiler
