// SPDX-License-Identifier: Apache-2.0
// Turns vectors of pointers that a loop moves by one number into scalar pointers. In `rows[lane] +
// i` each lane has a row of its own, which the loop leaves alone. A vector of pointers would be
// taken apart in each iteration.
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>

#include "compiler/ir/kernel_context.h"
#include "compiler/ir/preserved.h"
#include "compiler/tune/passes.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

/// Returns the GEP of a vector of pointers and one number that `pointer` is a lane of, or null.
GetElementPtrInst* along_rows(ExtractElementInst& pointer) {
  auto* gep = dyn_cast<GetElementPtrInst>(pointer.getVectorOperand());
  const bool is_along = gep && isa<ConstantInt>(pointer.getIndexOperand()) &&
                        gep->getNumIndices() == 1 && gep->getPointerOperandType()->isVectorTy() &&
                        !gep->getOperand(1)->getType()->isVectorTy();
  return is_along ? gep : nullptr;
}

/// Returns the lane's row, extracted where the vector of rows is made; null if that is in the same
/// loop.
Value* matrix_row_of(ExtractElementInst& pointer, Value* rows, const LoopInfo& loops) {
  const Loop* loop = loops.getLoopFor(pointer.getParent());
  auto* made = dyn_cast<Instruction>(rows);
  if (!loop || !made || loop->contains(made)) return nullptr;
  const auto after = made->getInsertionPointAfterDef();
  if (!after) return nullptr;
  IRBuilder<> at((*after)->getParent(), *after);
  return at.CreateExtractElement(rows, pointer.getIndexOperand());
}

bool split(Function& function, const LoopInfo& loops) {
  SmallVector<ExtractElementInst*> pointers;
  for (Instruction& each : instructions(function)) {
    auto* pointer = dyn_cast<ExtractElementInst>(&each);
    if (pointer && along_rows(*pointer)) pointers.push_back(pointer);
  }
  for (ExtractElementInst* pointer : pointers) {
    GetElementPtrInst* gep = along_rows(*pointer);
    Value* row = matrix_row_of(*pointer, gep->getPointerOperand(), loops);
    if (!row) continue;
    IRBuilder<> at(pointer);
    pointer->replaceAllUsesWith(at.CreateGEP(gep->getSourceElementType(), row, gep->getOperand(1),
                                             "", gep->getNoWrapFlags()));
    pointer->eraseFromParent();
    if (gep->use_empty()) gep->eraseFromParent();
  }
  return !pointers.empty();
}

}  // namespace

PreservedAnalyses lane_pointers(Function& function, KernelContext& context,
                                FunctionAnalysisManager& analyses) {
  if (!context.options.optimize || function.size() > kMaxBlocks) return PreservedAnalyses::all();
  return control_flow_preserved(split(function, analyses.getResult<LoopAnalysis>(function)));
}

}  // namespace heddle::compiler
