// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/piecewise_affine.h"

#include <llvm/ADT/APInt.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include "compiler/analysis/address.h"
#include "compiler/analysis/modular_affine.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

/// Pieces shorter than a vector are not worth a test.
constexpr unsigned kMinPeriod = 16;

bool varies(const Shape& shape) {
  return shape.stride != 0 || shape.is_step_function;
}

bool is_known(const Shape& shape) {
  return varies(shape) || shape.is_signed || shape.is_unsigned;
}

bool is_uniform(const Shape& shape) {
  return !varies(shape) && shape.is_signed && shape.is_unsigned;
}

/// Tells whether a number is the same as a signed and as an unsigned one.
bool is_positive(const Value* number, const Instruction& where) {
  return isKnownNonNegative(number, SimplifyQuery(where.getModule()->getDataLayout()));
}

/// Returns the one that is not uniform; nothing if there are two.
Shape other_than_uniform(const Shape& a, const Shape& b) {
  return is_uniform(b) ? a : is_uniform(a) ? b : Shape::varying();
}

using Kind = Breakpoint::Kind;

/// Returns the x & (n - 1) of q | (x & (n - 1)), or null.
const Instruction* rest_of_union(const Instruction& instruction) {
  if (instruction.getOpcode() != Instruction::Or) return nullptr;
  for (const Value* operand : instruction.operand_values()) {
    const auto* rest = dyn_cast<BinaryOperator>(operand);
    if (rest && rest->getOpcode() == Instruction::And) return rest;
  }
  return nullptr;
}

/// Returns the kind of breakpoint that an instruction may be where its operands are affine.
std::optional<Kind> kind_of(const Instruction& instruction) {
  if (isa<MinMaxIntrinsic, SaturatingInst>(instruction)) return Kind::Clamp;
  switch (instruction.getOpcode()) {
    case Instruction::Call: {
      const auto* call = dyn_cast<IntrinsicInst>(&instruction);
      return call && call->getIntrinsicID() == Intrinsic::abs ? std::optional(Kind::Clamp)
                                                              : std::nullopt;
    }
    case Instruction::And:
      return Kind::Mask;
    case Instruction::Or:
      return rest_of_union(instruction) ? std::optional(Kind::Union) : std::nullopt;
    case Instruction::URem:
    case Instruction::SRem:
      return Kind::Period;
    case Instruction::UDiv:
    case Instruction::SDiv:
    case Instruction::LShr:
    case Instruction::AShr:
      return Kind::Quotient;
    case Instruction::Select:
      return Kind::Side;
    default:
      return std::nullopt;
  }
}

Shape of_intrinsic(const IntrinsicInst& call, ShapeOf of) {
  const Shape a = of(call.getArgOperand(0));
  if (call.getIntrinsicID() == Intrinsic::abs)
    return a.is_signed ? Shape::piecewise(a.stride, true, true) : Shape::varying();
  const Shape b = of(call.getArgOperand(1));
  Shape result = other_than_uniform(a, b);
  const auto* limit = dyn_cast<ConstantInt>(call.getArgOperand(1));
  switch (call.getIntrinsicID()) {
    case Intrinsic::smax:
      result.is_unsigned = result.is_signed && limit && !limit->isNegative();
      break;
    case Intrinsic::smin:
    case Intrinsic::sadd_sat:
      result.is_unsigned = false;
      break;
    case Intrinsic::umin:
    case Intrinsic::umax:
      result.is_signed =
          is_positive(call.getArgOperand(0), call) && is_positive(call.getArgOperand(1), call);
      break;
    case Intrinsic::uadd_sat:
      result.is_signed = false;
      break;
    case Intrinsic::ssub_sat:
      result = is_uniform(b) ? Shape::piecewise(a.stride, a.is_signed, false) : Shape::varying();
      break;
    case Intrinsic::usub_sat:
      if (!is_uniform(b)) return Shape::varying();
      result.is_signed = is_positive(call.getArgOperand(0), call);
      break;
    default:
      return Shape::varying();
  }
  return result.is_signed || result.is_unsigned ? result : Shape::varying();
}

/// Returns the stride of x / n and x >> n: one number for many lanes, then the next.
Shape of_quotient(const BinaryOperator& operation, ShapeOf of) {
  const Shape from = of(operation.getOperand(0));
  if (!varies(from) || !is_uniform(of(operation.getOperand(1)))) return Shape::varying();
  if (operation.isExact()) return Shape::varying();  // an extension, or a scale
  if (const auto* size = dyn_cast<ConstantInt>(operation.getOperand(1))) {
    const APInt least(size->getBitWidth(), operation.isShift() ? Log2_32(kMinPeriod) : kMinPeriod);
    if (size->getValue().ult(least)) return Shape::varying();
  }
  return Shape::piecewise(0, true, true, true);
}

/// Returns the stride of x % n and x & (n - 1), whose numbers go on by the step of x or begin anew.
Shape of_wrap(const BinaryOperator& operation, bool near, ShapeOf of) {
  const bool is_mask = operation.getOpcode() == Instruction::And;
  const unsigned by = is_mask && is_uniform(of(operation.getOperand(0))) ? 0 : 1;
  Shape result = of(operation.getOperand(1 - by));
  if (!is_known(result) || is_uniform(result) || !is_uniform(of(operation.getOperand(by))))
    return Shape::varying();
  const auto* size = dyn_cast<ConstantInt>(operation.getOperand(by));
  switch (operation.getOpcode()) {
    case Instruction::And:
      if (std::abs(result.stride) != 1) return Shape::varying();
      if (size && size->getValue().countr_one() < Log2_32(kMinPeriod)) return Shape::varying();
      result.is_unsigned |= near || (size && !size->isNegative());
      break;
    case Instruction::URem:
      if (size && size->getValue().ult(kMinPeriod)) return Shape::varying();
      result.is_unsigned = true;  // whether x wraps is asked, too
      result.is_signed = false;
      break;
    default:  // signed
      if (size && size->getValue().abs().ult(kMinPeriod)) return Shape::varying();
      result.is_signed = true;
      result.is_unsigned = false;
      break;
  }
  return result.is_signed || result.is_unsigned ? result : Shape::varying();
}

/// Returns the stride of q | (x & (n - 1)), the place in a pair of butterflies: a sum where q has
/// no bit of the mask.
Shape of_union(const BinaryOperator& operation, ShapeOf of) {
  const Value* rest = rest_of_union(operation);
  const unsigned other = rest == operation.getOperand(0) ? 1 : 0;
  const Shape bits = of(operation.getOperand(other));
  return is_uniform(bits) || bits.is_step_function ? of(rest) : Shape::varying();
}

/// Returns the stride of x + 1 < n ? x + 1 : 0, or x < n ? x : x - n: the lanes of a side are
/// affine. x < n ? 0 : n is one number on each side.
Shape of_select(const SelectInst& select, ShapeOf of) {
  const auto* compare = dyn_cast<ICmpInst>(select.getCondition());
  if (!compare || !select.getType()->isIntegerTy()) return Shape::varying();
  const Shape left = of(compare->getOperand(0)), right = of(compare->getOperand(1));
  const int64_t step = std::abs(other_than_uniform(left, right).stride);
  const bool is_one = is_uniform(left) && is_uniform(right);  // one side for all lanes
  if ((step == 0 && !is_one) || step > (compare->isEquality() ? 1 : kMaxModularStep))
    return Shape::varying();
  const Shape a = of(select.getTrueValue()), b = of(select.getFalseValue());
  if (!is_known(a) || !is_known(b)) return Shape::varying();
  if (is_uniform(a) && is_uniform(b)) return Shape::piecewise(0, true, true, true);
  if (is_one && is_uniform(a) != is_uniform(b)) return Shape::varying();
  if (is_uniform(a) || is_uniform(b)) return other_than_uniform(a, b);
  if (a.stride != b.stride || a.is_step_function != b.is_step_function) return Shape::varying();
  return Shape::piecewise(a.stride, a.is_signed && b.is_signed, a.is_unsigned && b.is_unsigned,
                          a.is_step_function);
}

Shape of_operation(const BinaryOperator& operation, ShapeOf of) {
  const Shape a = of(operation.getOperand(0)), b = of(operation.getOperand(1));
  const auto* wraps = dyn_cast<OverflowingBinaryOperator>(&operation);
  const auto is_one = [](const Shape& shape) {
    return shape.is_step_function || is_uniform(shape);
  };
  if (is_one(a) && is_one(b)) return Shape::piecewise(0, true, true, true);
  Shape result = other_than_uniform(a, b);
  if (a.is_step_function || b.is_step_function)
    result = Shape::piecewise(a.is_step_function ? b.stride : a.stride, a.is_signed && b.is_signed,
                              a.is_unsigned && b.is_unsigned, false);
  // y << 9 | clamp(x): lanes that are not active may have bits in common, but all lanes are asked.
  const auto* bits = dyn_cast<PossiblyDisjointInst>(&operation);
  const bool is_disjoint = bits && bits->isDisjoint();
  if ((!wraps && !is_disjoint) || !is_known(a) || !is_known(b)) return Shape::varying();
  const bool is_sum = is_disjoint || operation.getOpcode() == Instruction::Add;
  const bool has_no_signed_wrap = is_disjoint || wraps->hasNoSignedWrap();
  const bool has_no_unsigned_wrap = is_disjoint || wraps->hasNoUnsignedWrap();
  if (a.stride != 0 && b.stride != 0 && (is_sum || operation.getOpcode() == Instruction::Sub)) {
    const int64_t step = is_sum ? a.stride + b.stride : a.stride - b.stride;
    if (step == 0) return Shape::piecewise(0, true, true, true);
    return Shape::piecewise(step, a.is_signed && b.is_signed && has_no_signed_wrap,
                            a.is_unsigned && b.is_unsigned && has_no_unsigned_wrap);
  }
  if (result.stride == 0) return Shape::varying();
  const auto* constant = dyn_cast<ConstantInt>(operation.getOperand(1));
  const bool is_small = constant && constant->getValue().ult(1 << 16);
  const int64_t number = is_small ? constant->getSExtValue() : 0;
  switch (operation.getOpcode()) {
    case Instruction::Add:
    case Instruction::Or:
      break;
    case Instruction::Sub:
      if (a.stride == 0) result.stride = -result.stride;
      break;
    case Instruction::Mul:
      if (!is_uniform(a) && !is_uniform(b)) return Shape::varying();
      result.stride *= number;
      break;
    case Instruction::Shl:
      result.stride = number < 16 ? result.stride << number : 0;
      if (!constant) return Shape::varying();
      break;
    default:
      return Shape::varying();
  }
  result.is_signed &= has_no_signed_wrap;
  result.is_unsigned &= has_no_unsigned_wrap;
  return result.stride != 0 ? result : Shape::varying();
}

Shape of_pointer(const GetElementPtrInst& gep, ShapeOf of) {
  const Address address(cast<GEPOperator>(gep), gep.getDataLayout());
  Shape result = of(address.base);
  if (!is_known(result)) return Shape::varying();
  for (const AddressTerm& term : address.terms) {
    Shape index = of(term.index);
    if (is_uniform(index)) continue;
    if (!varies(index) || term.is_narrow()) return Shape::varying();
    if (!is_uniform(result) && !result.is_step_function && !index.is_step_function)
      return Shape::varying();
    index.stride *= static_cast<int64_t>(term.scale);
    const bool is_step_function =
        index.is_step_function && (result.is_step_function || is_uniform(result));
    result = Shape::piecewise(result.stride + index.stride, true, true, is_step_function);
  }
  return result;
}

Shape of_instruction(const Instruction& instruction, bool near, ShapeOf of) {
  const auto kind = kind_of(instruction);
  if (kind && instruction.getType()->isIntegerTy()) {
    if (kind == Kind::Clamp) return of_intrinsic(cast<IntrinsicInst>(instruction), of);
    if (kind == Kind::Side) return of_select(cast<SelectInst>(instruction), of);
    const auto& operation = cast<BinaryOperator>(instruction);
    if (kind == Kind::Union) return of_union(operation, of);
    return kind == Kind::Quotient ? of_quotient(operation, of) : of_wrap(operation, near, of);
  }
  if (const auto* gep = dyn_cast<GetElementPtrInst>(&instruction)) return of_pointer(*gep, of);
  if (!instruction.getType()->isIntegerTy()) return Shape::varying();
  if (const auto* operation = dyn_cast<BinaryOperator>(&instruction))
    return of_operation(*operation, of);
  if (!isa<SExtInst, ZExtInst>(instruction)) return Shape::varying();
  const Shape from = of(instruction.getOperand(0));
  if (isa<SExtInst>(instruction) && from.is_signed)
    return Shape::piecewise(from.stride, true, false, from.is_step_function);
  if (const auto* zext = dyn_cast<ZExtInst>(&instruction);
      zext && (from.is_unsigned || (from.is_signed && zext->hasNonNeg())))
    return Shape::piecewise(from.stride, true, true, from.is_step_function);
  // The extension of a number that may wrap: no object is so large that it does (modular_affine.h).
  const bool is_word = instruction.getOperand(0)->getType()->isIntegerTy(32);
  return near && is_word ? Shape::piecewise(from.stride, false, false, from.is_step_function)
                         : Shape::varying();
}

/// Finds breakpoints from a value on to the affine ones that it is made of.
class Finder {
 public:
  explicit Finder(ShapeOf shape_of) : shape_of_(shape_of) {}

  /// Returns false if there are too many, or no test is known for one. `is_asked`: `value` is an
  /// operand whose clamps the last breakpoint's test holds for.
  bool find(Value& value, bool is_asked) {
    constexpr unsigned kMaxBreakpoints = 6, kMaxSteps = 24;  // all of them are computed anew
    if (!shape_of_(&value).is_piecewise()) return true;
    if (++steps_ > kMaxSteps) return false;
    auto& instruction = cast<Instruction>(value);
    bool is_one = false;  // a select that takes one side for all lanes
    if (const auto* select = dyn_cast<SelectInst>(&value)) {
      const auto& compare = cast<ICmpInst>(*select->getCondition());
      const Shape left = shape_of_(compare.getOperand(0)), right = shape_of_(compare.getOperand(1));
      if (!left.has_base() || !right.has_base()) return false;
      is_one = left.is_uniform() && right.is_uniform();
    }
    if (const auto kind = kind_of(instruction); kind && !is_one) {
      const bool is_clamp = isa<MinMaxIntrinsic, SaturatingInst>(instruction);
      if (!is_asked || !is_clamp) add(*kind, instruction);
      is_asked = is_clamp;  // a clamp of a clamp is monotonic, too
      if (found.size() > kMaxBreakpoints) return false;
    }
    const auto is_piecewise = [&](const Use& use) { return shape_of_(use).is_piecewise(); };
    if (count_if(instruction.operands(), is_piecewise) > 1) is_asked = false;
    return all_of(instruction.operands(), [&](Use& use) { return find(*use, is_asked); });
  }

  Breakpoints found;

 private:
  void add(Kind kind, Instruction& value) {
    if (any_of(found, [&](const Breakpoint& each) { return each.value == &value; })) return;
    Value *number = value.getOperand(0), *limit = value.getOperand(1);
    if (kind == Kind::Union) {
      const Instruction* rest = rest_of_union(value);
      if (rest == number) number = limit;
      limit = rest->getOperand(shape_of_(rest->getOperand(1)).is_uniform() ? 1 : 0);
    } else if (kind == Kind::Mask && !shape_of_(limit).is_uniform()) {
      std::swap(number, limit);
    }
    found.push_back({kind, &value, number, limit});
  }

  ShapeOf shape_of_;
  unsigned steps_ = 0;
};

}  // namespace

std::optional<Breakpoints> breakpoints_of(Value& value, ShapeOf shape_of) {
  Finder finder(shape_of);
  return finder.find(value, /*is_asked=*/false) ? std::optional(finder.found) : std::nullopt;
}

Shape piecewise_shape(const Instruction& instruction, bool near, ShapeOf shape_of) {
  const Shape shape = of_instruction(instruction, near, [&](const Value* operand) {
    const Shape own = shape_of(operand);
    return own.kind == Shape::Kind::AffineModulo ? Shape::varying() : own;
  });
  return Shape::piecewise(shape.stride, shape.is_signed, shape.is_unsigned, shape.is_step_function);
}

}  // namespace heddle::compiler
