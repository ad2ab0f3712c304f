// SPDX-License-Identifier: Apache-2.0
// A kernel object has no undefined symbols, so nothing may be left that code generation turns into
// a call of libc: memory intrinsics of unknown or large size become loops.
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/LowerMemIntrinsics.h>

#include "compiler/passes/analysis.h"
#include "compiler/passes/passes.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

constexpr uint64_t kInlineBytes =
    128;  // the X86 back end expands up to this size with vector moves

bool stays(const MemIntrinsic& intrinsic) {
  const auto* size = dyn_cast<ConstantInt>(intrinsic.getLength());
  return size && size->getZExtValue() <= kInlineBytes;
}

}  // namespace

void lower_libcalls(Module& module, KernelContext& context) {
  PassManagers managers(context.target);
  for (Function& function : module) {
    if (function.isDeclaration()) continue;
    SmallVector<MemIntrinsic*> intrinsics;
    for (Instruction& instruction : instructions(function)) {
      if (auto* intrinsic = dyn_cast<MemIntrinsic>(&instruction); intrinsic && !stays(*intrinsic)) {
        intrinsics.push_back(intrinsic);
      }
    }
    auto& costs = managers.function.getResult<TargetIRAnalysis>(function);
    for (MemIntrinsic* intrinsic : intrinsics) {
      if (auto* copy = dyn_cast<MemCpyInst>(intrinsic)) expandMemCpyAsLoop(copy, costs);
      if (auto* set = dyn_cast<MemSetInst>(intrinsic)) expandMemSetAsLoop(set);
      if (auto* move = dyn_cast<MemMoveInst>(intrinsic)) expandMemMoveAsLoop(move, costs);
      intrinsic->eraseFromParent();
    }
  }
}

}  // namespace heddle::compiler
