// SPDX-License-Identifier: Apache-2.0
// A kernel object has no undefined symbols, so nothing may be left that code generation turns into
// a call of libc: memory intrinsics of unknown or large size become loops.
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/LowerMemIntrinsics.h>

#include "compiler/passes/analysis.h"
#include "compiler/passes/passes.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

constexpr uint64_t kInlineBytes = 128;  // what a few vector moves do

bool is_small(const MemIntrinsic& intrinsic) {
  const auto* size = dyn_cast<ConstantInt>(intrinsic.getLength());
  return size && size->getZExtValue() <= kInlineBytes;
}

/// Plain intrinsics leave the choice to code generation, which without optimisation prefers calls;
/// those called inline do not. There is none for memmove.
bool make_inline(MemIntrinsic& intrinsic) {
  if (!is_small(intrinsic)) return false;
  IRBuilder<> at(&intrinsic);
  Intrinsic::ID id = intrinsic.getIntrinsicID();
  if (id == Intrinsic::memcpy_inline || id == Intrinsic::memset_inline) return true;
  if (auto* copy = dyn_cast<MemCpyInst>(&intrinsic)) {
    at.CreateMemCpyInline(copy->getDest(), copy->getDestAlign(), copy->getSource(),
                          copy->getSourceAlign(), copy->getLength(), copy->isVolatile());
  } else if (auto* set = dyn_cast<MemSetInst>(&intrinsic)) {
    at.CreateMemSetInline(set->getDest(), set->getDestAlign(), set->getValue(), set->getLength(),
                          set->isVolatile());
  } else {
    return false;
  }
  intrinsic.eraseFromParent();
  return true;
}

}  // namespace

void lower_libcalls(Module& module, KernelContext& context) {
  PassManagers managers(context.target);
  for (Function& function : module) {
    if (function.isDeclaration()) continue;
    SmallVector<MemIntrinsic*> intrinsics;
    for (Instruction& instruction : instructions(function)) {
      if (auto* intrinsic = dyn_cast<MemIntrinsic>(&instruction)) intrinsics.push_back(intrinsic);
    }
    auto& costs = managers.function.getResult<TargetIRAnalysis>(function);
    for (MemIntrinsic* intrinsic : intrinsics) {
      if (make_inline(*intrinsic)) continue;
      if (auto* copy = dyn_cast<MemCpyInst>(intrinsic)) expandMemCpyAsLoop(copy, costs);
      if (auto* set = dyn_cast<MemSetInst>(intrinsic)) expandMemSetAsLoop(set);
      if (auto* move = dyn_cast<MemMoveInst>(intrinsic)) expandMemMoveAsLoop(move, costs);
      intrinsic->eraseFromParent();
    }
  }
}

}  // namespace heddle::compiler
