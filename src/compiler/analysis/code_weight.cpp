// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/code_weight.h"

#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include "compiler/analysis/shape.h"
#include "compiler/ir/atomics.h"
#include "compiler/ir/kernel_context.h"
#include "compiler/ir/opaque_arithmetic.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

using Kind = TargetTransformInfo::TargetCostKind;
constexpr Kind kSize = TargetTransformInfo::TCK_CodeSize;
constexpr Kind kCycles = TargetTransformInfo::TCK_RecipThroughput;

constexpr double kCall = 4;                        // a call: built-ins that stayed calls
constexpr double kLane = 4;                        // a lane of a loop over lanes
constexpr double kDivision = 12, kByConstant = 4;  // a register of integers

double number(InstructionCost cost) {
  return cost.isValid() ? static_cast<double>(cost.getValue()) : kCall;
}

/// Tells whether the call becomes an instruction or two.
bool is_opaque(const Instruction& each) {
  return called_opaque(each) != Opaque::None;
}

double cost_of(const Instruction& each, Kind kind, const TargetTransformInfo& costs) {
  if (is_opaque(each)) return costs.getNumberOfParts(each.getType());
  if (isa<CallBase>(each) && !isa<IntrinsicInst>(each)) return kCall;
  return number(costs.getInstructionCost(&each, kind));
}

double element_count(const Type* type) {
  const auto* vector = dyn_cast<FixedVectorType>(type);
  return vector ? vector->getNumElements() : 1;
}

/// The costs of the elements of values, each of which becomes a vector with an element for each
/// lane. Moves between elements cost nothing, as most of them fold.
class ElementCosts {
 public:
  ElementCosts(const Shapes& shapes, unsigned width, const TargetTransformInfo& costs)
      : shapes_(shapes), width_(width), costs_(costs) {}

  double of(const Instruction& each, Kind kind) const {
    if (const Value* pointer = getLoadStorePointerOperand(&each))
      return of_access(each, shapes_.of(pointer), kind);
    if (!shapes_.of(&each).is_varying()) return 0;
    return element_count(each.getType()) * of_element(each, kind);
  }

 private:
  Type* wide(Type* type) const {
    Type* element = type->getScalarType();
    return VectorType::isValidElementType(element) ? FixedVectorType::get(element, width_) : type;
  }

  double of_element(const Instruction& each, Kind kind) const {
    Type* type = wide(each.getType());
    if (is_opaque(each)) return costs_.getNumberOfParts(type);
    if (each.isIntDivRem()) {  // LLVM knows none of vectors; wide_division.cpp does
      const double one = isa<Constant>(each.getOperand(1)) ? kByConstant : kDivision;
      return one * costs_.getNumberOfParts(type);
    }
    if (isa<UnaryOperator, BinaryOperator>(each))
      return number(costs_.getArithmeticInstrCost(each.getOpcode(), type, kind));
    if (isa<CmpInst, SelectInst>(each)) return of_choice(each, kind);
    if (isa<CastInst>(each) && !isa<BitCastInst>(each)) {
      return number(costs_.getCastInstrCost(each.getOpcode(), type,
                                            wide(each.getOperand(0)->getType()),
                                            TargetTransformInfo::CastContextHint::None, kind));
    }
    const auto* call = dyn_cast<IntrinsicInst>(&each);
    return call ? of_call(*call, kind) : 0;
  }

  double of_choice(const Instruction& each, Kind kind) const {
    const auto* compare = dyn_cast<CmpInst>(&each);
    Type* type = wide(compare ? compare->getOperand(0)->getType() : each.getType());
    return number(costs_.getCmpSelInstrCost(
        each.getOpcode(), type, CmpInst::makeCmpResultType(type),
        compare ? compare->getPredicate() : CmpInst::BAD_ICMP_PREDICATE, kind));
  }

  double of_call(const IntrinsicInst& call, Kind kind) const {
    const Intrinsic::ID id = call.getIntrinsicID();
    if (!isTriviallyVectorizable(id)) return 0;
    SmallVector<Type*> types;
    for (const auto& [index, argument] : enumerate(call.args())) {
      Type* type = argument->getType();
      types.push_back(isVectorIntrinsicWithScalarOpAtArg(id, index, &costs_) ? type : wide(type));
    }
    return number(costs_.getIntrinsicInstrCost(
        IntrinsicCostAttributes(id, wide(call.getType()), types), kind));
  }

  double of_access(const Instruction& each, const Shape& address, Kind kind) const {
    Type* type = getLoadStoreType(&each);
    const double parts = element_count(type);
    const Align align = getLoadStoreAlignment(&each);
    const auto in_memory = [&](Type* of) {
      return number(costs_.getMemoryOpCost(each.getOpcode(), of, align, /*AddressSpace=*/0, kind));
    };
    if (each.isAtomic() || (each.isVolatile() && !is_local_volatile(each)))  // lane by lane
      return parts * kLane * (kind == kCycles ? width_ : 1) * in_memory(type->getScalarType());
    if (address.is_uniform()) return cost_of(each, kind, costs_);
    if (address.is_affine()) return parts * in_memory(wide(type));
    const MemIntrinsicCostAttributes scattered(
        isa<LoadInst>(each) ? Intrinsic::masked_gather : Intrinsic::masked_scatter, wide(type),
        getLoadStorePointerOperand(&each), /*VariableMask=*/false, align);
    return parts * number(costs_.getMemIntrinsicInstrCost(scattered, kind));
  }

  const Shapes& shapes_;
  const unsigned width_;
  const TargetTransformInfo& costs_;
};

template <typename Cost>
Weight sum(const Function& function, Cost cost) {
  Weight weight;
  for (const Instruction& each : instructions(function)) {
    weight.instructions += cost(each, kSize);
    weight.cycles += cost(each, kCycles);
  }
  return weight;
}

}  // namespace

bool may_stay_scalar(const KernelContext& context) {
  return context.options.width == 0 && !context.record.uses_sub_groups;
}

AnalysisKey CodeWeightAnalysis::Key;

Weight CodeWeightAnalysis::run(Function& function, FunctionAnalysisManager& analyses) {
  const auto& costs = analyses.getResult<TargetIRAnalysis>(function);
  return sum(function,
             [&](const Instruction& each, Kind kind) { return cost_of(each, kind, costs); });
}

Weight least_weight_of_lanes(Function& kernel, const Lanes& lanes,
                             FunctionAnalysisManager& analyses) {
  const auto& costs = analyses.getResult<TargetIRAnalysis>(kernel);
  const Shapes& shapes = analyses.getResult<LaneShapesAnalysis>(kernel).at(lanes);
  const ElementCosts elements(shapes, lanes.width, costs);
  return sum(kernel, [&](const Instruction& each, Kind kind) { return elements.of(each, kind); });
}

bool is_worth_its_size(const Weight& vectors, double one_by_one, bool has_barriers) {
  constexpr double kLarge = 6000;  // instructions
  // Between barriers one work-item at a time costs more than its instructions.
  const double margin = has_barriers ? 1 : 0.45;
  return vectors.instructions <= kLarge || vectors.cycles <= margin * one_by_one;
}

}  // namespace heddle::compiler
