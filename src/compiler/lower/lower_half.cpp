// SPDX-License-Identifier: Apache-2.0
// Computes arithmetic of half in float, and rounds to half, if the machine has none. A float has
// more than twice the bits of a half and two, so sums, products, quotients and roots are as if
// rounded once. A value with several uses is converted once, after its definition.
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/CodeGen/AtomicExpandUtils.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/Local.h>

#include "compiler/ir/kernel_context.h"
#include "compiler/ir/preserved.h"
#include "compiler/lower/half_operations.h"
#include "compiler/lower/passes.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

bool is_half(const Value* value) {
  return value->getType()->getScalarType()->isHalfTy();
}

/// Tells whether it is a negation or the like, which changes the sign alone.
bool is_of_sign(const Instruction& instruction) {
  if (instruction.getOpcode() == Instruction::FNeg) return true;
  const auto* call = dyn_cast<IntrinsicInst>(&instruction);
  return call && (call->getIntrinsicID() == Intrinsic::fabs ||
                  call->getIntrinsicID() == Intrinsic::copysign);
}

/// Tells whether the intrinsic is the same function of float.
bool is_float_function(Intrinsic::ID id) {
  switch (id) {
    case Intrinsic::sqrt:
    case Intrinsic::floor:
    case Intrinsic::ceil:
    case Intrinsic::trunc:
    case Intrinsic::rint:
    case Intrinsic::nearbyint:
    case Intrinsic::round:
    case Intrinsic::roundeven:
    case Intrinsic::minnum:
    case Intrinsic::maxnum:
    case Intrinsic::minimum:
    case Intrinsic::maximum:
    case Intrinsic::minimumnum:
    case Intrinsic::maximumnum:
    case Intrinsic::fmuladd:  // fused or not: the product of two halves is exact
    case Intrinsic::canonicalize:
      return true;
    default:
      return false;
  }
}

class HalfLowering {
 public:
  HalfLowering(Function& function, const HalfMode& mode) : function_(function), mode_(mode) {}

  void run() {
    SmallVector<WeakTrackingVH> of_sign, replaced;
    for (Instruction* operation : operations()) {
      if (is_half(operation) && is_of_sign(*operation)) {
        of_sign.push_back(operation);
      } else if (Value* result = lowered(*operation)) {
        operation->replaceAllUsesWith(result);
        replaced.push_back(operation);
      }
    }
    RecursivelyDeleteTriviallyDeadInstructionsPermissive(replaced);
    for (WeakTrackingVH& each : of_sign) {
      auto* operation = cast_or_null<Instruction>(static_cast<Value*>(each));
      if (!operation) continue;  // whoever took its result takes a float now
      operation->replaceAllUsesWith(with_sign(*operation));
      operation->eraseFromParent();
    }
  }

 private:
  /// Returns operations that take or return halves, definitions before their uses.
  SmallVector<Instruction*> operations() {
    const auto takes_half = [](const Use& operand) { return is_half(operand); };
    SmallVector<Instruction*> result;
    for (BasicBlock* block : ReversePostOrderTraversal<Function*>(&function_)) {
      for (Instruction& instruction : *block) {
        if (is_half(&instruction) || any_of(instruction.operands(), takes_half))
          result.push_back(&instruction);
      }
    }
    return result;
  }

  Type* float_type(const Value* value) const {
    return value->getType()->getWithNewType(Type::getFloatTy(value->getContext()));
  }

  /// Returns `value` as float, computed once.
  Value* widened(Value* value) {
    if (auto* constant = dyn_cast<Constant>(value)) {
      const DataLayout& layout = function_.getDataLayout();
      Constant* folded =
          ConstantFoldCastOperand(Instruction::FPExt, constant, float_type(value), layout);
      if (folded) return folded;
    }
    if (Value* known = floats_.lookup(value)) return known;
    const BasicBlock::iterator place = place_behind(value);
    IRBuilder<> at(place->getParent(), place);
    Value* result = nullptr;
    if (auto* instruction = dyn_cast<Instruction>(value)) result = as_float(at, *instruction);
    if (!result) result = to_float(at, value, mode_);
    floats_[value] = result;
    return result;
  }

  BasicBlock::iterator place_behind(Value* value) const {
    auto* instruction = dyn_cast<Instruction>(value);
    if (!instruction) return function_.getEntryBlock().getFirstNonPHIOrDbgOrAlloca();
    return *instruction->getInsertionPointAfterDef();
  }

  bool is_float_known(const Value* value) const {
    return isa<ConstantData>(value) || floats_.contains(value);
  }

  /// Returns a float that saves a conversion of `value`, or null.
  Value* as_float(IRBuilder<>& at, Instruction& value) {
    if (is_of_sign(value)) return float_operation(at, value);
    if (auto* select = dyn_cast<SelectInst>(&value)) {
      Value *yes = select->getTrueValue(), *no = select->getFalseValue();
      if (!is_float_known(yes) || !is_float_known(no)) return nullptr;
      return at.CreateSelect(select->getCondition(), widened(yes), widened(no));
    }
    if (isa<ShuffleVectorInst>(value)) {
      Value* one = getSplatValue(&value);
      if (one) {
        auto* type = cast<FixedVectorType>(value.getType());
        return at.CreateVectorSplat(type->getNumElements(), widened(one));
      }
    }
    return nullptr;
  }

  /// Emits `operation` with floats in place of its halves; its result is a float.
  Value* float_operation(IRBuilder<>& at, Instruction& operation) {
    if (isa<FPMathOperator>(operation)) at.setFastMathFlags(operation.getFastMathFlags());
    if (auto* binary = dyn_cast<BinaryOperator>(&operation))
      return at.CreateBinOp(binary->getOpcode(), widened(binary->getOperand(0)),
                            widened(binary->getOperand(1)));
    if (operation.getOpcode() == Instruction::FNeg)
      return at.CreateFNeg(widened(operation.getOperand(0)));
    auto& call = cast<IntrinsicInst>(operation);
    SmallVector<Value*> arguments;
    for (Value* argument : call.args()) arguments.push_back(widened(argument));
    return at.CreateIntrinsic(call.getIntrinsicID(), {float_type(&operation)}, arguments);
  }

  /// Emits a sum or difference that takes a product unrounded, if the program allows that; null
  /// otherwise. The product of two halves is exact as float.
  Value* fused(IRBuilder<>& at, BinaryOperator& sum) {
    const bool is_sum = sum.getOpcode() == Instruction::FAdd;
    if ((!is_sum && sum.getOpcode() != Instruction::FSub) || !sum.hasAllowContract())
      return nullptr;
    Value *left = products_.lookup(sum.getOperand(0)), *right = products_.lookup(sum.getOperand(1));
    if (!left && !right) return nullptr;
    if (!left) left = widened(sum.getOperand(0));
    if (!right) right = widened(sum.getOperand(1));
    at.setFastMathFlags(sum.getFastMathFlags());
    return at.CreateBinOp(sum.getOpcode(), left, right);
  }

  Value* lowered_arithmetic(IRBuilder<>& at, BinaryOperator& operation) {
    Value* result = fused(at, operation);
    if (!result) result = float_operation(at, operation);
    at.clearFastMathFlags();
    Value* half = to_half(at, result, mode_);
    const bool may_fuse = operation.getOpcode() == Instruction::FMul && operation.hasOneUse() &&
                          operation.hasAllowContract();
    if (may_fuse) products_[half] = result;
    return half;
  }

  /// Returns the replacement of `operation`, or null if it stays.
  Value* lowered(Instruction& operation) {
    IRBuilder<> at(&operation);
    if (auto* cast = dyn_cast<CastInst>(&operation)) return lowered_cast(at, *cast);
    if (auto* compare = dyn_cast<FCmpInst>(&operation)) {
      at.setFastMathFlags(compare->getFastMathFlags());
      return at.CreateFCmp(compare->getPredicate(), widened(compare->getOperand(0)),
                           widened(compare->getOperand(1)));
    }
    if (auto* binary = dyn_cast<BinaryOperator>(&operation)) return lowered_arithmetic(at, *binary);
    if (auto* call = dyn_cast<IntrinsicInst>(&operation)) return lowered_call(at, *call);
    return nullptr;
  }

  Value* lowered_call(IRBuilder<>& at, IntrinsicInst& call) {
    const Intrinsic::ID id = call.getIntrinsicID();
    if (id == Intrinsic::fptosi_sat || id == Intrinsic::fptoui_sat) {
      Value* argument = widened(call.getArgOperand(0));
      return at.CreateIntrinsic(id, {call.getType(), argument->getType()}, {argument});
    }
    if (!is_half(&call)) return nullptr;
    Value* result = nullptr;
    if (id == Intrinsic::fma) {
      result = fma_to_odd(at, widened(call.getArgOperand(0)), widened(call.getArgOperand(1)),
                          widened(call.getArgOperand(2)), mode_);
    } else if (is_float_function(id)) {
      result = float_operation(at, call);
    } else {
      return nullptr;
    }
    at.clearFastMathFlags();
    return to_half(at, result, mode_);
  }

  Value* lowered_cast(IRBuilder<>& at, CastInst& cast) {
    Value* from = cast.getOperand(0);
    switch (cast.getOpcode()) {
      case Instruction::FPExt:
        return at.CreateFPExt(widened(from), cast.getType());
      case Instruction::FPTrunc:
        return to_half(at, from, mode_);
      case Instruction::SIToFP:  // a float is as infinite as half where it is not exact
        return to_half(at, at.CreateSIToFP(from, float_type(&cast)), mode_);
      case Instruction::UIToFP:
        return to_half(at, at.CreateUIToFP(from, float_type(&cast)), mode_);
      case Instruction::FPToSI:
      case Instruction::FPToUI: {  // all finite halves are numbers of 32 bits
        Value* whole =
            at.CreateFPToSI(widened(from), from->getType()->getWithNewType(at.getInt32Ty()));
        return at.CreateSExtOrTrunc(whole, cast.getType());
      }
      default:
        return nullptr;
    }
  }

  /// Emits `operation` on the bits of halves.
  Value* with_sign(Instruction& operation) {
    IRBuilder<> at(&operation);
    Type* words = operation.getType()->getWithNewType(at.getInt16Ty());
    constexpr uint64_t kSign = 0x8000, kRest = 0x7fff;
    Value* bits = at.CreateBitCast(operation.getOperand(0), words);
    if (operation.getOpcode() == Instruction::FNeg) {
      bits = at.CreateXor(bits, kSign);
    } else {
      bits = at.CreateAnd(bits, kRest);
      if (cast<IntrinsicInst>(operation).getIntrinsicID() == Intrinsic::copysign) {
        Value* sign = at.CreateAnd(at.CreateBitCast(operation.getOperand(1), words), kSign);
        bits = at.CreateOr(bits, sign);
      }
    }
    return at.CreateBitCast(bits, operation.getType());
  }

  Function& function_;
  const HalfMode& mode_;
  DenseMap<Value*, Value*> floats_;  ///< halves as floats
  DenseMap<Value*, Value*>
      products_;  ///< products that only one sum takes, before they were rounded to half
};

/// Expands an atomic operation on a half into a compare-and-exchange loop, which shows its
/// arithmetic: code generation would do so only afterwards.
void expand(AtomicRMWInst& update) {
  const auto exchange = [](IRBuilderBase& at, Value* address, Value* before, Value* after,
                           Align align, AtomicOrdering order, SyncScope::ID scope, Value*& done,
                           Value*& found, Instruction*) {
    Type* bits = at.getInt16Ty();
    Value* pair = at.CreateAtomicCmpXchg(
        address, at.CreateBitCast(before, bits), at.CreateBitCast(after, bits), align, order,
        AtomicCmpXchgInst::getStrongestFailureOrdering(order), scope);
    done = at.CreateExtractValue(pair, 1);
    found = at.CreateBitCast(at.CreateExtractValue(pair, 0), before->getType());
  };
  expandAtomicRMWToCmpXchg(&update, exchange);
}

/// Returns whether there are any.
bool expand_atomics(Function& function) {
  SmallVector<AtomicRMWInst*> updates;
  for (Instruction& instruction : instructions(function)) {
    auto* update = dyn_cast<AtomicRMWInst>(&instruction);
    if (update && is_half(update) && update->getOperation() != AtomicRMWInst::Xchg)
      updates.push_back(update);
  }
  for (AtomicRMWInst* update : updates) expand(*update);
  return !updates.empty();
}

}  // namespace

PreservedAnalyses lower_half(Function& function, KernelContext& context,
                             FunctionAnalysisManager& /*analyses*/) {
  if (context.isa.has_half_arithmetic()) return PreservedAnalyses::all();
  const HalfMode mode{context.isa, context.options.denorms_are_zero};
  const bool has_loops = expand_atomics(function);
  HalfLowering(function, mode).run();
  return has_loops ? PreservedAnalyses::none() : control_flow_preserved();
}

}  // namespace heddle::compiler
