// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/drop_lane_intrinsics.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "compiler/ir/intrinsics.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

/// Makes an instruction run only if `mask` is true.
void put_under(Value* mask, Instruction& instruction) {
  BasicBlock* before = instruction.getParent();
  Instruction* end = SplitBlockAndInsertIfThen(mask, instruction.getIterator(), false);
  BasicBlock* after = instruction.getParent();
  instruction.moveBefore(end->getIterator());
  if (instruction.use_empty()) return;
  auto* phi = PHINode::Create(instruction.getType(), 2, "", after->begin());
  instruction.replaceAllUsesWith(phi);
  phi->addIncoming(&instruction, end->getParent());
  phi->addIncoming(PoisonValue::get(instruction.getType()), before);
}

void apply_mask(CallBase& marker) {
  Value* mask = marker.getArgOperand(0);
  SmallVector<Instruction*> masked;
  for (Instruction* at = marker.getNextNode(); !at->isTerminator(); at = at->getNextNode()) {
    if (needs_active_lane(*at)) masked.push_back(at);
  }
  marker.eraseFromParent();
  for (Instruction* each : masked) put_under(mask, *each);
}

}  // namespace

bool needs_active_lane(const Instruction& instruction) {
  if (instruction.isIntDivRem()) return !isa<Constant>(instruction.getOperand(1));
  return instruction.mayReadOrWriteMemory() || instruction.mayHaveSideEffects();
}

void drop_lane_intrinsics(Function& kernel) {
  SmallVector<CallBase*> markers;
  for (Instruction& each : make_early_inc_range(instructions(kernel))) {
    Internal intrinsic = called_internal(each);
    if (intrinsic == Internal::Mask) markers.push_back(cast<CallBase>(&each));
    if (intrinsic == Internal::LaneMask) {
      each.replaceAllUsesWith(ConstantInt::getTrue(each.getContext()));
      each.eraseFromParent();
    } else if (intrinsic == Internal::Any || intrinsic == Internal::All) {
      each.replaceAllUsesWith(each.getOperand(0));
      each.eraseFromParent();
    }
  }
  for (CallBase* marker : markers) {
    const auto* mask = dyn_cast<ConstantInt>(marker->getArgOperand(0));
    if (mask && mask->isOne()) {
      marker->eraseFromParent();
    } else {
      apply_mask(*marker);
    }
  }
}

}  // namespace heddle::compiler
