// SPDX-License-Identifier: Apache-2.0
// Merges copies of unlikely blocks into one function (by LLVM's CodeExtractor). Built-ins handle
// rare arguments (the reduction of a huge angle) in a branch that is hardly ever taken. If a kernel
// calls such a built-in from many places, as an unrolled transform calls sincos, most of its code
// are copies of that branch, and code generation takes as long for them as for everything else.
#include <llvm/ADT/MapVector.h>
#include <llvm/Transforms/IPO/MergeFunctions.h>
#include <llvm/Transforms/Utils/CodeExtractor.h>

#include "compiler/analysis/block_counts.h"
#include "compiler/ir/kernel_context.h"
#include "compiler/ir/managers.h"
#include "compiler/ir/opaque_arithmetic.h"
#include "compiler/tune/passes.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

/// The instructions that make a block worth a call, and the copies that make a function worth
/// while.
constexpr size_t kMinInstructions = 32, kMinCopies = 4;
/// Guards that are taken more often than once in so many times keep their code inline.
constexpr uint64_t kTimes = 1000;

/// Tells whether the block only computes, and has one successor.
bool may_be_called(const BasicBlock& block) {
  if (block.size() < kMinInstructions || !block.getSingleSuccessor()) return false;
  return none_of(block, [](const Instruction& each) {
    const auto* call = dyn_cast<CallBase>(&each);
    return isa<PHINode, AllocaInst>(each) || each.mayReadOrWriteMemory() ||
           (call && !is_arithmetic_call(*call));
  });
}

/// Returns a hash that copies of a block share, and few other blocks have.
size_t likeness(const BasicBlock& block) {
  hash_code hash = hash_value(block.size());
  for (const Instruction& each : block) hash = hash_combine(hash, each.getOpcode(), each.getType());
  return hash;
}

using Copies = MapVector<size_t, SmallVector<BasicBlock*>>;

/// Merges copies in the function. Returns whether there were any.
bool share_in(Function& function) {
  Copies copies;
  for (BasicBlock& block : function)
    if (may_be_called(block) && is_unlikely(block, kTimes))
      copies[likeness(block)].push_back(&block);
  copies.remove_if([](const auto& each) { return each.second.size() < kMinCopies; });
  if (copies.empty()) return false;
  bool any = false;
  // One cache for all of them: it knows the memory accesses of each block, and a copy has none.
  const CodeExtractorAnalysisCache cache(function);
  for (const auto& [likeness, blocks] : copies) {
    for (BasicBlock* block : blocks) {
      CodeExtractor extractor(block, nullptr, /*AggregateArgs=*/false, nullptr, nullptr, nullptr,
                              /*AllowVarArgs=*/false, /*AllowAlloca=*/false,
                              &function.getEntryBlock(), "unlikely");
      Function* made = extractor.isEligible() ? extractor.extractCodeRegion(cache) : nullptr;
      if (!made) continue;
      made->addFnAttr(Attribute::NoInline);
      made->addFnAttr(Attribute::Cold);
      any = true;
    }
  }
  return any;
}

}  // namespace

PreservedAnalyses share_unlikely(Module& module, KernelContext& context,
                                 ModuleAnalysisManager& analyses) {
  if (!context.options.optimize) return PreservedAnalyses::all();
  SmallVector<Function*> functions;
  for (Function& function : module)
    if (!function.isDeclaration()) functions.push_back(&function);
  bool any = false;
  for (Function* function : functions) any |= share_in(*function);
  if (!any) return PreservedAnalyses::all();
  analyses.invalidate(module, PreservedAnalyses::none());
  ModulePassManager passes;
  passes.addPass(MergeFunctionsPass());
  passes.run(module, analyses);
  return PreservedAnalyses::none();
}

}  // namespace heddle::compiler
