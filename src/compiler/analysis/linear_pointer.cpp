// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/linear_pointer.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include <tuple>

namespace heddle::compiler {
using namespace llvm;

namespace {

constexpr unsigned kMaxDepth = 12;
constexpr unsigned kMaxSteps = 64;  // sums of sums of the same values would take forever

/// Tells whether the extension of the result may be computed from extended operands.
bool keeps(const Operator& operation, LinearPointer::Extension extension) {
  if (extension == LinearPointer::Extension::None) return true;
  if (const auto* or_ = dyn_cast<PossiblyDisjointInst>(&operation)) return or_->isDisjoint();
  const auto* wraps = dyn_cast<OverflowingBinaryOperator>(&operation);
  return wraps && (extension == LinearPointer::Extension::Signed ? wraps->hasNoSignedWrap()
                                                                 : wraps->hasNoUnsignedWrap());
}

uint64_t extended(const APInt& value, LinearPointer::Extension extension) {
  return extension == LinearPointer::Extension::Unsigned
             ? value.getZExtValue()
             : static_cast<uint64_t>(value.getSExtValue());
}

}  // namespace

LinearPointer::LinearPointer(const Value& pointer, const DataLayout& layout) {
  add_pointer(pointer, layout, kMaxDepth);
  erase_if(terms_, [](const Term& term) { return term.factor == 0; });
  // Any order will do that is the same for all pointers of this run.
  sort(terms_, [](const Term& a, const Term& b) {
    return std::tuple(a.value, a.extension) < std::tuple(b.value, b.extension);
  });
}

void LinearPointer::add_pointer(const Value& pointer, const DataLayout& layout, unsigned depth) {
  const auto* gep = dyn_cast<GEPOperator>(&pointer);
  if (!gep || depth == 0) {
    add_term(pointer, Extension::None, 1);
    return;
  }
  for (auto it = gep_type_begin(gep), end = gep_type_end(gep); it != end; ++it) {
    const Value& index = *it.getOperand();
    if (StructType* type = it.getStructTypeOrNull()) {
      unsigned field = cast<ConstantInt>(index).getZExtValue();
      constant_ += layout.getStructLayout(type)->getElementOffset(field).getFixedValue();
      continue;
    }
    auto extension = index.getType()->isIntegerTy(64) ? Extension::None : Extension::Signed;
    add(index, extension, it.getSequentialElementStride(layout).getFixedValue(), depth - 1);
  }
  add_pointer(*gep->getPointerOperand(), layout, depth - 1);
}

void LinearPointer::add(const Value& value, Extension extension, uint64_t factor, unsigned depth) {
  if (const auto* constant = dyn_cast<ConstantInt>(&value);
      constant && constant->getBitWidth() <= 64) {
    constant_ += factor * extended(constant->getValue(), extension);
    return;
  }
  if (depth == 0 || ++steps_ > kMaxSteps || value.getType()->getScalarSizeInBits() > 64 ||
      !add_sum(value, extension, factor, depth - 1))
    add_term(value, extension, factor);
}

/// Adds the terms of a sum. Returns false if `value` is none.
bool LinearPointer::add_sum(const Value& value, Extension extension, uint64_t factor,
                            unsigned depth) {
  const auto* operation = dyn_cast<Operator>(&value);
  if (!operation) return false;
  const Value* left = operation->getNumOperands() > 0 ? operation->getOperand(0) : nullptr;
  const Value* right = operation->getNumOperands() > 1 ? operation->getOperand(1) : nullptr;
  const auto* number = dyn_cast_or_null<ConstantInt>(right);
  switch (operation->getOpcode()) {
    case Instruction::SExt:
      if (extension == Extension::Unsigned) return false;
      add(*left, Extension::Signed, factor, depth);
      return true;
    case Instruction::ZExt:  // it is not negative: extending it again is the same
      add(*left,
          cast<PossiblyNonNegInst>(value).hasNonNeg() ? Extension::Signed : Extension::Unsigned,
          factor, depth);
      return true;
    case Instruction::Add:
    case Instruction::Or:
      if (operation->getOpcode() == Instruction::Or &&
          !cast<PossiblyDisjointInst>(value).isDisjoint())
        return false;
      if (!keeps(*operation, extension)) return false;
      add(*left, extension, factor, depth);
      add(*right, extension, factor, depth);
      return true;
    case Instruction::Sub:
      if (!keeps(*operation, extension)) return false;
      add(*left, extension, factor, depth);
      add(*right, extension, -factor, depth);
      return true;
    case Instruction::Xor:  // ~x is -1 - x
      if (!number || !number->isMinusOne() || extension == Extension::Unsigned) return false;
      constant_ -= factor;
      add(*left, extension, -factor, depth);
      return true;
    case Instruction::Mul:
      if (!number || !keeps(*operation, extension)) return false;
      add(*left, extension, factor * extended(number->getValue(), extension), depth);
      return true;
    case Instruction::Shl:
      if (!number || number->getValue().uge(number->getBitWidth()) || !keeps(*operation, extension))
        return false;
      add(*left, extension, factor << number->getZExtValue(), depth);
      return true;
    default:
      return false;
  }
}

void LinearPointer::add_term(const Value& value, Extension extension, uint64_t factor) {
  for (Term& term : terms_) {
    if (term.value != &value || term.extension != extension) continue;
    term.factor += factor;
    return;
  }
  terms_.push_back({&value, extension, factor});
}

}  // namespace heddle::compiler
