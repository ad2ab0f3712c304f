// SPDX-License-Identifier: Apache-2.0
#include "compiler/check/define_values.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include "compiler/check/accesses.h"
#include "compiler/check/drop_assumptions.h"
#include "compiler/check/services.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

/// Returns a loop's metadata without the promise that it ends.
MDNode* without_progress(MDNode& loop) {
  SmallVector<Metadata*> kept{nullptr};
  for (const MDOperand& operand : drop_begin(loop.operands())) {
    const auto* option = dyn_cast<MDNode>(operand);
    const auto* name = option && option->getNumOperands() > 0
                           ? dyn_cast<MDString>(option->getOperand(0))
                           : nullptr;
    if (!name || name->getString() != "llvm.loop.mustprogress") kept.push_back(operand);
  }
  if (kept.size() == loop.getNumOperands()) return &loop;
  if (kept.size() == 1) return nullptr;
  MDNode* made = MDNode::getDistinct(loop.getContext(), kept);
  made->replaceOperandWith(0, made);
  return made;
}

/// Ends what LLVM takes for impossible: the path of an `unreachable` returns, and loops that never
/// end have no promise to end.
void end_paths(Function& kernel) {
  kernel.removeFnAttr(Attribute::MustProgress);
  kernel.removeFnAttr(Attribute::WillReturn);
  kernel.removeFnAttr(Attribute::NoReturn);
  kernel.addFnAttr(Attribute::NullPointerIsValid);
  for (BasicBlock& block : kernel) {
    Instruction* last = block.getTerminator();
    if (MDNode* loop = last->getMetadata(LLVMContext::MD_loop))
      last->setMetadata(LLVMContext::MD_loop, without_progress(*loop));
    if (!isa<UnreachableInst>(last)) continue;
    ReturnInst::Create(kernel.getContext(), nullptr, last->getIterator());
    last->eraseFromParent();
  }
}

/// Moves private variables of functions that were inlined in a loop to the kernel's beginning,
/// where there is one of each.
void gather_variables(Function& kernel) {
  BasicBlock& entry = kernel.getEntryBlock();
  for (Instruction& each : make_early_inc_range(instructions(kernel)))
    if (isa<AllocaInst>(each) && each.getParent() != &entry)
      each.moveBefore(entry, entry.getFirstInsertionPt());
}

/// Tells whether the instruction makes a value that may be undefined of such that are not.
bool may_be_undefined(const Instruction& instruction, const DataLayout& layout) {
  if (isa<FPToSIInst, FPToUIInst>(instruction)) return true;
  if (isa<ExtractElementInst, InsertElementInst>(instruction)) {
    const Value* index = instruction.getOperand(isa<ExtractElementInst>(instruction) ? 1 : 2);
    return !isa<ConstantInt>(index);
  }
  if (instruction.isShift()) {
    const KnownBits amount = computeKnownBits(instruction.getOperand(1), layout);
    return !amount.getMaxValue().ult(instruction.getType()->getScalarSizeInBits());
  }
  return isa<IntrinsicInst>(instruction) && !instruction.getType()->isVoidTy() &&
         instruction.getType()->isIntOrIntVectorTy() &&
         canCreateUndefOrPoison(cast<Operator>(&instruction), /*ConsiderFlagsAndMetadata=*/true);
}

void freeze(Instruction& instruction) {
  if (all_of(instruction.users(), [](const User* user) { return isa<FreezeInst>(user); })) return;
  IRBuilder<> at(instruction.getParent(), *instruction.getInsertionPointAfterDef());
  at.SetCurrentDebugLocation(instruction.getDebugLoc());
  auto* frozen = cast<FreezeInst>(at.CreateFreeze(&instruction));
  instruction.replaceUsesWithIf(frozen, [&](const Use& use) { return use.getUser() != frozen; });
}

/// Replaces operands that are undefined by zeros. Vectors begin as undefined ones before they get
/// their elements, and stay.
void replace_undefined(Instruction& instruction) {
  for (Use& operand : instruction.operands())
    if (isa<UndefValue>(operand) && !operand->getType()->isVectorTy() &&
        !operand->getType()->isTokenTy() && !operand->getType()->isMetadataTy())
      operand.set(Constant::getNullValue(operand->getType()));
}

/// Returns the loads, and the vectors with undefined elements, that addresses and sizes of accesses
/// are made of. Private variables are nobody else's.
SmallSetVector<Instruction*, 16> sources_of_addresses(Function& kernel) {
  SmallSetVector<Instruction*, 16> sources;
  SmallSetVector<Instruction*, 32> work;
  const auto add = [&](Value* value) {
    if (auto* instruction = dyn_cast<Instruction>(value)) work.insert(instruction);
  };
  for (const Access& access : accesses_of(kernel)) {
    add(access.pointer);
    add(access.bytes);
  }
  for (size_t i = 0; i < work.size(); ++i) {
    Instruction* each = work[i];
    if (auto* load = dyn_cast<LoadInst>(each)) {
      if (!isa<AllocaInst>(getUnderlyingObject(load->getPointerOperand())) && !is_of_check(*load))
        sources.insert(load);
      continue;
    }
    if (isa<AtomicRMWInst, AtomicCmpXchgInst, FPToSIInst, FPToUIInst, FreezeInst>(each)) continue;
    if (auto* shuffle = dyn_cast<ShuffleVectorInst>(each);
        shuffle && is_contained(shuffle->getShuffleMask(), PoisonMaskElem))
      sources.insert(shuffle);
    if (auto* call = dyn_cast<CallBase>(each)) {
      for (Value* argument : call->args()) add(argument);
      continue;
    }
    for (Value* operand : each->operand_values()) add(operand);
  }
  return sources;
}

}  // namespace

void define_values(Function& kernel) {
  drop_assumptions(kernel);
  end_paths(kernel);
  gather_variables(kernel);
  SmallVector<Instruction*> undefined;
  const DataLayout& layout = kernel.getDataLayout();
  for (Instruction& each : make_early_inc_range(instructions(kernel))) {
    if (isa<LifetimeIntrinsic>(each)) {
      each.eraseFromParent();
      continue;
    }
    each.dropPoisonGeneratingFlags();
    if (!isa<CallBase>(each)) each.dropPoisonGeneratingMetadata();
    replace_undefined(each);
    if (may_be_undefined(each, layout)) undefined.push_back(&each);
  }
  for (Instruction* each : undefined) freeze(*each);
  for (Instruction* each : sources_of_addresses(kernel)) freeze(*each);
}

}  // namespace heddle::compiler
