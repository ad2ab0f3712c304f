// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/id_arithmetic.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/PatternMatch.h>

#include "compiler/ir/intrinsics.h"

namespace heddle::compiler {
using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

bool is_id(const Value* value, Internal intrinsic, unsigned d) {
  const auto* call = dyn_cast<CallBase>(value);
  return call && called_internal(*call) == intrinsic && dimension(*call) == d;
}

/// Tells whether it is at most the local size that the host gave for dimension `d`.
bool is_local_size(const Value* value, unsigned d, const KernelContext& context) {
  if (is_id(value, Internal::LocalSize, d) || is_id(value, Internal::EnqueuedLocalSize, d))
    return true;
  const uint64_t fixed = context.options.local_size[d];
  const uint64_t known = fixed != 0 ? fixed : context.record.required_group_size[d];
  const auto* constant = dyn_cast<ConstantInt>(value);
  return constant && constant->getValue().ule(known);
}

/// Tells whether it is group id * local size [+ local id] [+ offset]: at most a global id.
bool is_id_by_hand(Value* value, const KernelContext& context) {
  Value *a, *b;
  for (unsigned d = 0; d < 3; ++d) {
    Value* rest = value;
    for (Internal intrinsic : {Internal::GlobalOffset, Internal::LocalId, Internal::GlobalOffset}) {
      if (!match(rest, m_Add(m_Value(a), m_Value(b)))) continue;
      if (is_id(a, intrinsic, d)) rest = b;
      if (is_id(b, intrinsic, d)) rest = a;
    }
    if (!match(rest, m_Mul(m_Value(a), m_Value(b)))) continue;
    if (is_id(a, Internal::GroupId, d) && is_local_size(b, d, context)) return true;
    if (is_id(b, Internal::GroupId, d) && is_local_size(a, d, context)) return true;
  }
  return false;
}

/// Tells whether the truncation changes no value, as a signed number.
bool keeps_value(const TruncInst& cut) {
  if (cut.hasNoSignedWrap()) return true;
  ConstantRange range = computeConstantRange(cut.getOperand(0), /*ForSigned=*/true);
  return range.getMinSignedBits() <= cut.getType()->getScalarSizeInBits();
}

/// Tells whether the 64-bit value that `value` is the sign extension of is free. InstCombine would
/// widen these trees without regard to nsw.
bool is_wide(const Value* value, bool& has_id, unsigned depth = 0) {
  if (isa<ConstantInt>(value)) return true;
  if (depth == 8) return false;
  if (const auto* cut = dyn_cast<TruncInst>(value)) {
    has_id = true;
    return cut->getOperand(0)->getType()->isIntegerTy(64) && keeps_value(*cut);
  }
  if (isa<SExtInst, ZExtInst>(value)) return true;
  const auto* operation = dyn_cast<OverflowingBinaryOperator>(value);
  if (!operation || !operation->hasNoSignedWrap()) return false;
  if (operation->getOpcode() == Instruction::Shl && !isa<ConstantInt>(operation->getOperand(1)))
    return false;
  return is_wide(operation->getOperand(0), has_id, depth + 1) &&
         is_wide(operation->getOperand(1), has_id, depth + 1);
}

/// Tells whether it is a sum without signed wrap, a term of which is wide. Later passes sort the
/// terms of sums by loop invariance, and would lose that they do not wrap. Loaded terms may differ
/// between lanes in any way; such an index is better narrow.
bool is_sum_with_id(const Value* value, bool& has_id, unsigned depth = 0) {
  bool is_id = false;
  if (is_wide(value, is_id)) {
    has_id |= is_id;
    return true;
  }
  const auto* operation = dyn_cast<OverflowingBinaryOperator>(value);
  const bool is_sum = operation && (operation->getOpcode() == Instruction::Add ||
                                    operation->getOpcode() == Instruction::Sub);
  if (!is_sum || !operation->hasNoSignedWrap() || depth == 8) return !isa<LoadInst>(value);
  return is_sum_with_id(operation->getOperand(0), has_id, depth + 1) &&
         is_sum_with_id(operation->getOperand(1), has_id, depth + 1);
}

/// Returns the sign extension of `value`; extends the parts of sums and products without signed
/// wrap.
Value* widened(Value* value, IRBuilder<>& at) {
  Type* wide = at.getInt64Ty();
  if (const auto* constant = dyn_cast<ConstantInt>(value))
    return ConstantInt::get(wide, constant->getValue().sext(64));
  if (auto* extension = dyn_cast<ZExtInst>(value))
    return at.CreateZExt(extension->getOperand(0), wide);
  if (auto* extension = dyn_cast<SExtInst>(value))
    return at.CreateSExt(extension->getOperand(0), wide);
  bool has_id = false;
  const bool is_free = is_wide(value, has_id);
  auto* cut = dyn_cast<TruncInst>(value);
  if (cut && is_free) return cut->getOperand(0);
  auto* operation = dyn_cast<BinaryOperator>(value);
  const bool is_sum = operation && (operation->getOpcode() == Instruction::Add ||
                                    operation->getOpcode() == Instruction::Sub);
  if (!is_free && !(is_sum && operation->hasNoSignedWrap())) return at.CreateSExt(value, wide);
  Value* left = widened(operation->getOperand(0), at);
  Value* right = widened(operation->getOperand(1), at);
  Value* result = at.CreateBinOp(operation->getOpcode(), left, right, operation->getName());
  if (auto* instruction = dyn_cast<BinaryOperator>(result)) instruction->setHasNoSignedWrap();
  return result;
}

}  // namespace

PreservedAnalyses IdArithmeticPass::run(Function& function, FunctionAnalysisManager&) {
  if (context_->options.wide_ids) return PreservedAnalyses::all();
  SmallVector<SExtInst*> extensions;
  for (Instruction& instruction : instructions(function)) {
    auto* cut = dyn_cast<TruncInst>(&instruction);
    if (cut && cut->getType()->isIntegerTy(32) && is_id_by_hand(cut->getOperand(0), *context_)) {
      cut->setHasNoSignedWrap(true);
      cut->setHasNoUnsignedWrap(true);
    }
    auto* extension = dyn_cast<SExtInst>(&instruction);
    if (extension && extension->getType()->isIntegerTy(64)) extensions.push_back(extension);
  }
  for (SExtInst* extension : extensions) {
    bool has_id = false;
    if (!is_sum_with_id(extension->getOperand(0), has_id) || !has_id) continue;
    IRBuilder<> at(extension);
    extension->replaceAllUsesWith(widened(extension->getOperand(0), at));
    extension->eraseFromParent();
  }
  PreservedAnalyses kept;
  kept.preserveSet<CFGAnalyses>();
  return kept;
}

}  // namespace heddle::compiler
