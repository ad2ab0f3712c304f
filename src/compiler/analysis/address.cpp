// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/address.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/Instructions.h>

#include <tuple>

namespace heddle::compiler {
using namespace llvm;

namespace {

/// Returns the number that all lanes have, or null.
const ConstantInt* constant_of(const Value* index) {
  const auto* constant = dyn_cast<Constant>(index);
  if (constant && constant->getType()->isVectorTy()) constant = constant->getSplatValue();
  return dyn_cast_or_null<ConstantInt>(constant);
}

constexpr unsigned kMaxDepth = 12;
constexpr unsigned kMaxSteps = 64;  // sums of sums of the same values would take forever

/// Tells whether the extension of the result may be computed from extended operands.
bool keeps(const Operator& operation, Extension extension) {
  if (extension == Extension::None) return true;
  if (const auto* or_ = dyn_cast<PossiblyDisjointInst>(&operation)) return or_->isDisjoint();
  const auto* wraps = dyn_cast<OverflowingBinaryOperator>(&operation);
  return wraps &&
         (extension == Extension::Signed ? wraps->hasNoSignedWrap() : wraps->hasNoUnsignedWrap());
}

uint64_t extended(const APInt& value, Extension extension) {
  return extension == Extension::Unsigned ? value.getZExtValue()
                                          : static_cast<uint64_t>(value.getSExtValue());
}

}  // namespace

Address::Address(const GEPOperator& gep, const DataLayout& layout) : base(gep.getOperand(0)) {
  for (auto it = gep_type_begin(gep), end = gep_type_end(gep); it != end; ++it) {
    Value* index = it.getOperand();
    const ConstantInt* constant = constant_of(index);
    if (StructType* type = it.getStructTypeOrNull()) {
      offset += layout.getStructLayout(type)->getElementOffset(constant->getZExtValue());
      continue;
    }
    const uint64_t scale = it.getSequentialElementStride(layout).getFixedValue();
    if (constant) {
      offset += static_cast<uint64_t>(constant->getSExtValue()) * scale;
      continue;
    }
    AddressTerm term{index, it.getIndexedType(), scale, index, Extension::None};
    if (term.is_narrow()) term.extension = Extension::Signed;
    if (const auto* cast = dyn_cast<CastInst>(index); cast && isa<SExtInst, ZExtInst>(cast)) {
      term.number = cast->getOperand(0);
      term.extension = isa<SExtInst>(cast) ? Extension::Signed : Extension::Unsigned;
    }
    terms.push_back(term);
  }
}

Address::Address(const Value& pointer, const DataLayout& layout)
    : base(const_cast<Value*>(&pointer)) {
  while (terms.empty() && isa<GEPOperator>(base)) {
    Address next(*cast<GEPOperator>(base), layout);
    next.offset += offset;
    *this = std::move(next);
  }
}

std::optional<Address> indexed_lanes(Value* pointers, const DataLayout& layout) {
  if (!pointers) return std::nullopt;
  Address result(*pointers, layout);
  const bool is_indexed = result.terms.size() == 1 && !result.base->getType()->isVectorTy() &&
                          result.terms[0].index->getType()->isVectorTy();
  return is_indexed ? std::optional(std::move(result)) : std::nullopt;
}

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
  const Address address(*gep, layout);
  constant_ += address.offset;
  for (const AddressTerm& term : address.terms)
    add(*term.index, term.is_narrow() ? Extension::Signed : Extension::None, term.scale, depth - 1);
  add_pointer(*address.base, layout, depth - 1);
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
