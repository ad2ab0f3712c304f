// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorize/plan/narrow_ranges.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/ADCE.h>

#include <optional>

#include "compiler/ir/preserved.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

constexpr unsigned kBits = 16;

bool fits_signed(const ConstantRange& range) {
  return range.getSignedMin().isSignedIntN(kBits) && range.getSignedMax().isSignedIntN(kBits);
}
bool fits_unsigned(const ConstantRange& range) {
  return range.getUnsignedMax().isIntN(kBits);
}

/// Tells whether the value is extended from 16 bits or fewer.
bool is_extension(const Value& value) {
  return isa<ZExtInst, SExtInst>(value) &&
         cast<CastInst>(value).getSrcTy()->getScalarSizeInBits() <= kBits;
}

bool is_cut(const Instruction& user) {
  return isa<TruncInst>(user) && user.getType()->getIntegerBitWidth() <= kBits;
}

/// Finds and rewrites the values. Low bits stand for a value: its range says how they are extended.
class NarrowRanges {
 public:
  explicit NarrowRanges(Function& kernel) : type_(IntegerType::get(kernel.getContext(), kBits)) {
    // In this order operands come first, but for those of loops: any number may be such.
    for (const BasicBlock* block : ReversePostOrderTraversal<Function*>(&kernel)) {
      for (const Instruction& each : *block) {
        if (!each.getType()->isIntegerTy(32)) continue;
        const ConstantRange made = range_of(each);
        ranges_.try_emplace(&each, made);
        if (!is_extension(each) && (fits_signed(made) || fits_unsigned(made)))
          narrow_.insert(const_cast<Instruction*>(&each));
      }
    }
    const auto is_alone = [&](Instruction* each) { return !has_form(*each) || !has_uses(*each); };
    while (narrow_.remove_if(is_alone)) {
    }
  }

  bool rewrite() {
    for (Instruction* each : narrow_) made_[each] = in_type(*each);
    SmallSetVector<Instruction*, 16> users;
    for (Instruction* each : narrow_) {
      for (User* user : each->users()) {
        if (!is_narrow(user)) users.insert(cast<Instruction>(user));
      }
    }
    for (Instruction* user : users) {
      IRBuilder<> at(user);
      Value* now = nullptr;
      if (auto* compare = dyn_cast<ICmpInst>(user)) {
        now = at.CreateICmp(predicate(*compare), low(compare->getOperand(0)),
                            low(compare->getOperand(1)));
      } else {
        now = at.CreateTrunc(low(user->getOperand(0)), user->getType());
      }
      user->replaceAllUsesWith(now);
      user->eraseFromParent();
    }
    for (Instruction* each : narrow_) each->dropAllReferences();
    for (Instruction* each : narrow_) each->eraseFromParent();
    return !made_.empty();
  }

 private:
  bool is_narrow(const Value* value) const {
    return narrow_.contains(const_cast<Instruction*>(dyn_cast<Instruction>(value)));
  }

  ConstantRange range(const Value* value) const {
    if (const auto* number = dyn_cast<ConstantInt>(value)) return number->getValue();
    const auto known = ranges_.find(value);
    return known == ranges_.end() ? ConstantRange::getFull(32) : known->second;
  }

  ConstantRange range_of(const Instruction& instruction) const {
    const auto of = [&](unsigned i) { return range(instruction.getOperand(i)); };
    if (is_extension(instruction)) {
      const auto& cast = llvm::cast<CastInst>(instruction);
      return ConstantRange::getFull(cast.getSrcTy()->getIntegerBitWidth())
          .castOp(cast.getOpcode(), 32);
    }
    if (const auto* operation = dyn_cast<BinaryOperator>(&instruction))
      return of(0).binaryOp(operation->getOpcode(), of(1));
    if (isa<SelectInst>(instruction)) return of(1).unionWith(of(2));
    if (const auto* phi = dyn_cast<PHINode>(&instruction)) {
      ConstantRange all = ConstantRange::getEmpty(32);
      for (const Value* value : phi->incoming_values()) all = all.unionWith(range(value));
      return all;
    }
    const auto* call = dyn_cast<IntrinsicInst>(&instruction);
    if (!call) return ConstantRange::getFull(32);
    switch (call->getIntrinsicID()) {
      case Intrinsic::smin:
      case Intrinsic::smax:
      case Intrinsic::umin:
      case Intrinsic::umax:
        return ConstantRange::intrinsic(call->getIntrinsicID(), {of(0), of(1)});
      case Intrinsic::abs:
        return of(0).abs();
      default:
        return ConstantRange::getFull(32);
    }
  }

  /// Tells whether there are low bits of the value, and whether it is one of 16 bits, signed or
  /// unsigned.
  bool has_low(const Value* value) const {
    if (isa<ConstantInt>(value)) return is_signed(value) || is_unsigned(value);
    return is_extension(*value) || is_narrow(value);
  }
  bool is_signed(const Value* value) const { return fits_signed(range(value)); }
  bool is_unsigned(const Value* value) const { return fits_unsigned(range(value)); }
  bool are_alike(const Value* a, const Value* b) const {
    return (is_signed(a) && is_signed(b)) || (is_unsigned(a) && is_unsigned(b));
  }

  /// Tells whether the low bits of the operands make those of the value, by an operation of 16
  /// bits.
  bool has_form(const Instruction& instruction) const {
    const auto operand = [&](unsigned i) { return instruction.getOperand(i); };
    if (isa<PHINode>(instruction))
      return all_of(instruction.operand_values(), [&](const Value* each) { return has_low(each); });
    if (isa<SelectInst>(instruction)) return has_low(operand(1)) && has_low(operand(2));
    if (const auto* call = dyn_cast<IntrinsicInst>(&instruction)) {
      if (call->getIntrinsicID() == Intrinsic::abs)
        return has_low(operand(0)) && is_signed(operand(0));
      return has_low(operand(0)) && has_low(operand(1)) && are_alike(operand(0), operand(1));
    }
    const auto* operation = dyn_cast<BinaryOperator>(&instruction);
    if (!operation || !has_low(operand(0)) || !has_low(operand(1))) return false;
    const auto* number = dyn_cast<ConstantInt>(operand(1));
    const bool is_shift = number && number->getValue().ult(kBits);
    switch (operation->getOpcode()) {
      case Instruction::Add:
      case Instruction::Sub:
      case Instruction::Mul:
      case Instruction::And:
      case Instruction::Or:
      case Instruction::Xor:
        return true;
      case Instruction::Shl:
      case Instruction::AShr:
        return is_shift;
      case Instruction::LShr:
        return is_shift && is_unsigned(operand(0));
      case Instruction::UDiv:
      case Instruction::URem:
        return number && !number->isZero() && is_unsigned(operand(0)) && is_unsigned(operand(1));
      case Instruction::SDiv:
      case Instruction::SRem:
        return number && number->getSExtValue() > 0 && is_signed(operand(0)) &&
               is_signed(operand(1));
      default:
        return false;
    }
  }

  /// Tells whether low bits are enough for all uses.
  bool has_uses(const Instruction& value) const {
    return all_of(value.users(), [&](const User* user) {
      if (const auto* compare = dyn_cast<ICmpInst>(user)) {
        const Value *a = compare->getOperand(0), *b = compare->getOperand(1);
        return has_low(a) && has_low(b) && are_alike(a, b);
      }
      return is_narrow(user) || is_cut(*cast<Instruction>(user));
    });
  }

  /// Returns the predicate for low bits. Signed numbers are in the same order as unsigned ones of
  /// 32 bits and of 16; those that are unsigned only have their highest bit set as no sign.
  CmpInst::Predicate predicate(const ICmpInst& compare) const {
    const bool are_signed = is_signed(compare.getOperand(0)) && is_signed(compare.getOperand(1));
    return are_signed ? compare.getPredicate()
                      : ICmpInst::getUnsignedPredicate(compare.getPredicate());
  }

  /// Returns the low bits of a value, which is none of a later block.
  Value* low(Value* value) {
    if (const auto* number = dyn_cast<ConstantInt>(value))
      return ConstantInt::get(type_, number->getValue().trunc(kBits));
    Value*& made = made_[value];
    if (made) return made;
    auto& extension = cast<CastInst>(*value);
    IRBuilder<> at(&extension);
    return made = at.CreateCast(extension.getOpcode(), extension.getOperand(0), type_);
  }

  Value* in_type(Instruction& instruction) {
    IRBuilder<> at(&instruction);
    const auto operand = [&](unsigned i) { return low(instruction.getOperand(i)); };
    if (auto* phi = dyn_cast<PHINode>(&instruction)) {
      PHINode* now = at.CreatePHI(type_, phi->getNumIncomingValues());
      for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i)
        now->addIncoming(low(phi->getIncomingValue(i)), phi->getIncomingBlock(i));
      return now;
    }
    if (auto* select = dyn_cast<SelectInst>(&instruction))
      return at.CreateSelect(select->getCondition(), operand(1), operand(2));
    if (auto* call = dyn_cast<IntrinsicInst>(&instruction)) {
      Intrinsic::ID id = call->getIntrinsicID();
      if (id == Intrinsic::abs) return at.CreateBinaryIntrinsic(id, operand(0), at.getFalse());
      if (!is_signed(call->getOperand(0)) || !is_signed(call->getOperand(1)))
        id = id == Intrinsic::smin ? Intrinsic::umin : id == Intrinsic::smax ? Intrinsic::umax : id;
      return at.CreateBinaryIntrinsic(id, operand(0), operand(1));
    }
    auto opcode = cast<BinaryOperator>(instruction).getOpcode();
    if (opcode == Instruction::AShr && !is_signed(instruction.getOperand(0)))
      opcode = Instruction::LShr;
    return at.CreateBinOp(opcode, operand(0), operand(1));
  }

  Type* type_;
  DenseMap<const Value*, ConstantRange> ranges_;
  SetVector<Instruction*> narrow_;  ///< in an order in which operands come first
  DenseMap<const Value*, Value*> made_;
};

}  // namespace

PreservedAnalyses narrow_ranges(Function& kernel, KernelContext& /*context*/,
                                FunctionAnalysisManager& analyses) {
  if (!NarrowRanges(kernel).rewrite()) return PreservedAnalyses::all();
  analyses.invalidate(kernel, PreservedAnalyses::none());
  FunctionPassManager passes;
  passes.addPass(InstCombinePass());
  passes.addPass(ADCEPass());
  passes.run(kernel, analyses);
  return PreservedAnalyses::none();
}

}  // namespace heddle::compiler
