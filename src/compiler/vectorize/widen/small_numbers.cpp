// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorize/widen/small_numbers.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/PatternMatch.h>

#include "compiler/vectorize/widen/wide_division.h"
#include "compiler/vectorize/widen/wide_kernel.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

/// Tells whether the magnitude of `value`, a signed number, is below 2^31. Those in `seen` are
/// taken for such: quotients, remainders and what iterations hand on have no larger magnitude than
/// what they are made of.
bool has_small_magnitude(WideKernel& wide, const Value* value,
                         SmallPtrSetImpl<const Value*>& seen) {
  constexpr size_t kMost = 16;
  if (!value->getType()->isIntegerTy(64)) return false;
  if (wide.is_small(value)) return true;
  const auto* made = dyn_cast<Instruction>(value);
  if (!made || seen.size() == kMost) return false;
  if (!seen.insert(value).second) return true;
  const auto is_so = [&](const Value* operand) { return has_small_magnitude(wide, operand, seen); };
  switch (made->getOpcode()) {
    case Instruction::SDiv:
    case Instruction::SRem:
    case Instruction::Freeze:
      return is_so(made->getOperand(0));
    case Instruction::Sub:
      return PatternMatch::match(made, PatternMatch::m_Neg(PatternMatch::m_Value())) &&
             is_so(made->getOperand(1));
    case Instruction::Select:
      return is_so(made->getOperand(1)) && is_so(made->getOperand(2));
    case Instruction::PHI:
      return all_of(cast<PHINode>(made)->incoming_values(), is_so);
    default:
      return ComputeNumSignBits(value, wide.layout) > 33;
  }
}

}  // namespace

bool divides_small(WideKernel& wide, const Instruction& instruction) {
  if (!wide.emit.techniques.allow(Technique::SmallNumbers)) return false;
  if (instruction.getOpcode() != Instruction::SDiv && instruction.getOpcode() != Instruction::SRem)
    return false;
  const Value* divisor = instruction.getOperand(1);
  SmallPtrSet<const Value*, 16> seen;
  return !isa<Constant>(divisor) && wide.shapes.of(divisor).is_uniform() &&
         has_small_magnitude(wide, instruction.getOperand(0), seen);
}

void small_division(WideKernel& wide, BinaryOperator& division) {
  Value *const from = division.getOperand(0), *const by = division.getOperand(1);
  const bool is_positive = wide.is_small(from);
  for (unsigned row = 0; row < wide.rows_of(division); ++row) {
    Value* const dividend = is_positive ? small_vector(wide, from, row)
                                        : wide.at.CreateTrunc(wide.vector(from, row),
                                                              wide.widened(wide.at.getInt32Ty()));
    Value* const result = divide_small(wide, division, dividend, wide.scalar(by, row));
    if (wide.is_small(&division))
      wide.set_small(division, result);
    else
      wide.set_vector(division, wide.at.CreateSExt(result, wide.widened(by->getType())));
  }
}

Value* small_vector(WideKernel& wide, Value* value, unsigned row) {
  Type* word = wide.at.getInt32Ty();
  if (auto* constant = dyn_cast<ConstantInt>(value)) {
    uint64_t number = std::min<uint64_t>(constant->getZExtValue(), UINT32_MAX);
    return ConstantInt::get(wide.widened(word), number);
  }
  const WideValue& known = wide.known(value);
  if (!known.small.empty()) return known.small[known.small.size() > 1 ? row : 0];
  if (!wide.shapes.of(value).has_base())
    return wide.at.CreateTrunc(wide.vector(value, row), wide.widened(word));
  Value* base = wide.scalar(value, row);
  if (!wide.is_small(value))
    base = wide.at.CreateBinaryIntrinsic(Intrinsic::umin, base, wide.at.getInt64(UINT32_MAX));
  Value* cut = wide.at.CreateTrunc(base, word);
  if (auto* constant = dyn_cast<Constant>(cut); constant && wide.shapes.of(value).is_uniform())
    return ConstantVector::getSplat(ElementCount::getFixed(wide.width), constant);
  Value* all = wide.at.CreateVectorSplat(wide.width, cut);
  Shape shape = wide.shapes.of(value);
  return shape.is_affine() ? wide.at.CreateAdd(all, wide.iota(word, shape.stride)) : all;
}

bool works_on_small(WideKernel& wide, const Instruction& instruction) {
  if (!wide.emit.techniques.allow(Technique::SmallNumbers)) return false;
  auto small = [&](unsigned i) { return wide.is_small(instruction.getOperand(i)); };
  auto clamped = [&](unsigned i) {
    return small(i) || wide.shapes.of(instruction.getOperand(i)).is_uniform();
  };
  if (const auto* compare = dyn_cast<ICmpInst>(&instruction)) {
    if (!instruction.getOperand(0)->getType()->isIntegerTy(64)) return false;
    if (compare->isSigned()) return small(0) && small(1);
    return (small(0) && clamped(1)) || (clamped(0) && small(1));
  }
  if (!instruction.getType()->isIntegerTy(64)) return false;
  switch (instruction.getOpcode()) {
    case Instruction::UDiv:
    case Instruction::URem:
      return small(0) && clamped(1);
    case Instruction::And:
    case Instruction::Or:
    case Instruction::Xor:
      return small(0) && small(1);
    case Instruction::Add:
    case Instruction::Sub:
    case Instruction::Mul:
      return small(0) && small(1) && wide.is_small(&instruction);
    case Instruction::LShr:
    case Instruction::Shl:  // 32 and more are no shift of 32 bits
      return small(0) && wide.is_small(&instruction) &&
             computeKnownBits(instruction.getOperand(1), wide.layout).getMaxValue().ult(32);
    case Instruction::ZExt:
      return instruction.getOperand(0)->getType()->getScalarSizeInBits() < 32 ||
             wide.is_small(&instruction);
    default:
      return false;
  }
}

void small_instruction(WideKernel& wide, Instruction& instruction) {
  Type* word = wide.at.getInt32Ty();
  for (unsigned row = 0; row < wide.rows_of(instruction); ++row) {
    if (isa<ZExtInst>(instruction)) {
      Value* from = wide.vector(instruction.getOperand(0), row);
      wide.set_small(instruction, wide.at.CreateZExtOrTrunc(from, wide.widened(word)));
      continue;
    }
    Value* a = small_vector(wide, instruction.getOperand(0), row);
    if (auto* compare = dyn_cast<ICmpInst>(&instruction)) {
      Value* b = small_vector(wide, instruction.getOperand(1), row);
      const auto predicate =
          compare->isSigned() ? compare->getUnsignedPredicate() : compare->getPredicate();
      wide.set_vector(instruction, wide.at.CreateICmp(predicate, a, b, instruction.getName()));
      continue;
    }
    auto& operation = cast<BinaryOperator>(instruction);
    Value* divisor = instruction.getOperand(1);
    Value* result = nullptr;
    if (operation.isIntDivRem() && !isa<Constant>(divisor)) {
      if (wide.shapes.of(divisor).is_uniform()) {
        Value* most = wide.at.getInt64(UINT32_MAX);
        Value* one =
            wide.at.CreateBinaryIntrinsic(Intrinsic::umin, wide.scalar(divisor, row), most);
        result = divide(wide, operation, a, wide.at.CreateTrunc(one, word));
      } else {
        result = divide(wide, operation, a, small_vector(wide, divisor, row));
      }
    } else {
      result = wide.at.CreateBinOp(operation.getOpcode(), a, small_vector(wide, divisor, row),
                                   instruction.getName());
    }
    wide.set_small(instruction, result);
  }
}

}  // namespace heddle::compiler
