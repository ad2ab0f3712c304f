// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorize/widen/wide_kernel.h"

#include <llvm/Analysis/ValueTracking.h>

namespace heddle::compiler {
using namespace llvm;

WideKernel::WideKernel(Function& original, Function& empty, const Lanes& layout_of_lanes,
                       const AccessRules& rules, LaneReport& lane_report,
                       FunctionAnalysisManager& analyses)
    : kernel(original),
      lanes(layout_of_lanes),
      width(lanes.width),
      machine(rules.machine),
      shapes(analyses.getResult<LaneShapesAnalysis>(kernel).at(lanes)),
      groups(kernel, shapes, rules.techniques, analyses),
      structures(kernel, shapes, groups, lanes.width, machine, rules.techniques),
      layout(kernel.getParent()->getDataLayout()),
      tree(analyses.getResult<DominatorTreeAnalysis>(kernel)),
      loops(analyses.getResult<LoopAnalysis>(kernel)),
      target(empty),
      report(lane_report),
      emit(machine, lanes.width, rules.techniques),
      at(kernel.getContext()) {
  for (Argument& argument : kernel.args()) set_base(argument, target.getArg(argument.getArgNo()));
}

bool WideKernel::is_vectorizable(const Type* type) const {
  return VectorType::isValidElementType(const_cast<Type*>(type));
}

Type* WideKernel::widened(Type* type) const {
  if (auto* structure = dyn_cast<StructType>(type)) {
    SmallVector<Type*> elements;
    for (Type* element : structure->elements()) elements.push_back(widened(element));
    return StructType::get(type->getContext(), elements);
  }
  return FixedVectorType::get(type, width);
}

unsigned WideKernel::rows_of(const Value& value) const {
  return shapes.of(&value).rows ? lanes.rows : 1;
}

const WideValue& WideKernel::known(const Value* value) const {
  const auto found = values_.find(value);
  return found == values_.end() ? nothing_ : found->second;
}

bool WideKernel::is_small(const Value* value) {
  if (!value->getType()->isIntegerTy(64) || !emit.techniques.allow(Technique::SmallNumbers))
    return false;
  const auto [entry, is_new] = small_.try_emplace(value, false);
  if (is_new) entry->second = computeKnownBits(value, layout).countMinLeadingZeros() >= 33;
  return entry->second;
}

void WideKernel::begin_block(BasicBlock& into) {
  at.SetInsertPoint(&into);
  block_mask_ = nullptr;
}

Value* WideKernel::scalar(Value* value, unsigned row) {
  if (isa<Constant, MetadataAsValue>(value)) return value;
  const auto& base = known(value).base;
  assert(!base.empty() && "value has no base");
  return base[base.size() > 1 ? row : 0];
}

Constant* WideKernel::iota(Type* element, int64_t stride) const {
  SmallVector<Constant*> steps;
  for (unsigned lane = 0; lane < width; ++lane) {
    steps.push_back(ConstantInt::get(element, static_cast<uint64_t>(stride) * lane,
                                     /*IsSigned=*/true, /*ImplicitTrunc=*/true));
  }
  return ConstantVector::get(steps);
}

/// Emits all lanes of lane 0's scalar right after its definition, so that it dominates all users.
Value* WideKernel::spread(Value* base, const Shape& shape, Type* type) {
  int64_t stride = shape.is_affine() ? shape.stride : 0;
  if (auto* constant = dyn_cast<Constant>(base); constant && stride == 0)
    return ConstantVector::getSplat(ElementCount::getFixed(width), constant);
  Value*& all = spreads_[{base, stride}];
  if (all) return all;
  BasicBlock::iterator place;
  BasicBlock* block = &target.getEntryBlock();
  if (auto* instruction = dyn_cast<Instruction>(base)) {
    block = instruction->getParent();
    place = isa<PHINode>(instruction) ? block->getFirstInsertionPt()
                                      : std::next(instruction->getIterator());
  } else {
    place = block->getFirstInsertionPt();
  }
  Builder at(block, place);
  if (auto* instruction = dyn_cast<Instruction>(base))
    at.SetCurrentDebugLocation(instruction->getDebugLoc());
  if (stride == 0) return all = at.CreateVectorSplat(width, base, base->getName() + ".all");
  if (type->isPointerTy()) {
    return all = at.CreateGEP(at.getInt8Ty(), base, iota(at.getInt64Ty(), stride),
                              base->getName() + ".each");
  }
  return all = at.CreateAdd(at.CreateVectorSplat(width, base), iota(type, stride),
                            base->getName() + ".each");
}

Value* WideKernel::vector(Value* value, unsigned row) {
  if (auto* constant = dyn_cast<Constant>(value))
    return ConstantVector::getSplat(ElementCount::getFixed(width), constant);
  const WideValue& wide = known(value);
  if (!wide.vector.empty()) return wide.vector[wide.vector.size() > 1 ? row : 0];
  if (!wide.small.empty()) return extended_small(wide.small[wide.small.size() > 1 ? row : 0]);
  return spread(scalar(value, row), shapes.of(value), value->getType());
}

/// Emits a small number in 64 bits right after its definition.
Value* WideKernel::extended_small(Value* small) {
  if (isa<Constant>(small)) return at.CreateZExt(small, widened(at.getInt64Ty()));
  Value*& all = spreads_[{small, 0}];
  if (all) return all;
  auto* definition = cast<Instruction>(small);
  Builder at(definition->getParent(), isa<PHINode>(definition)
                                          ? definition->getParent()->getFirstInsertionPt()
                                          : std::next(definition->getIterator()));
  at.SetCurrentDebugLocation(definition->getDebugLoc());
  return all = at.CreateZExt(small, widened(at.getInt64Ty()), "", /*IsNonNeg=*/true);
}

Value* WideKernel::lane(Value* value, unsigned row, unsigned index, Builder& at) {
  if (isa<Constant, MetadataAsValue>(value)) return value;
  const WideValue& wide = known(value);
  if (!wide.lanes.empty()) return wide.lanes[wide.lanes.size() > 1 ? row : 0][index];
  if (!wide.small.empty()) return at.CreateExtractElement(vector(value, row), index);
  if (!wide.vector.empty()) {
    Value* all = wide.vector[wide.vector.size() > 1 ? row : 0];
    auto* structure = dyn_cast<StructType>(all->getType());
    if (!structure) return at.CreateExtractElement(all, index);
    Value* result = PoisonValue::get(value->getType());
    for (unsigned i = 0; i < structure->getNumElements(); ++i) {
      Value* element = at.CreateExtractElement(at.CreateExtractValue(all, i), index);
      result = at.CreateInsertValue(result, element, i);
    }
    return result;
  }
  Shape shape = shapes.of(value);
  Value* base = scalar(value, row);
  if (!shape.is_affine() || index == 0) return base;
  int64_t distance = shape.stride * index;
  if (value->getType()->isPointerTy()) return at.CreateConstGEP1_64(at.getInt8Ty(), base, distance);
  return at.CreateAdd(base, ConstantInt::get(value->getType(), distance, true, true));
}

Value* WideKernel::any_lane(Value* value, unsigned row, Value* index, Builder& at) {
  if (isa<Constant, MetadataAsValue>(value)) return value;
  const WideValue& wide = known(value);
  // The index may be anything where no lane is active, and LLVM may move this code there: code
  // generation would read past the vector's place in memory.
  const auto element = [&](Value* all) {
    return at.CreateExtractElement(all, at.CreateAnd(at.CreateFreeze(index), width - 1));
  };
  if (!wide.small.empty()) return element(vector(value, row));
  if (!wide.vector.empty() && !isa<StructType>(wide.vector[0]->getType()))
    return element(wide.vector[wide.vector.size() > 1 ? row : 0]);
  Shape shape = shapes.of(value);
  if (shape.has_base()) {
    Value* base = scalar(value, row);
    if (shape.is_uniform()) return base;
    bool is_pointer = value->getType()->isPointerTy();
    Type* type = is_pointer ? at.getInt64Ty() : value->getType();
    Value* distance = at.CreateMul(at.CreateZExtOrTrunc(index, type),
                                   ConstantInt::get(type, shape.stride, true, true));
    return is_pointer ? at.CreateGEP(at.getInt8Ty(), base, distance) : at.CreateAdd(base, distance);
  }
  // One value for each lane: chosen one after the other.
  Value* result = lane(value, row, 0, at);
  for (unsigned i = 1; i < width; ++i) {
    Value* is_this = at.CreateICmpEQ(index, at.getInt32(i));
    result = at.CreateSelect(is_this, lane(value, row, i, at), result);
  }
  return result;
}

Value* WideKernel::mask(unsigned row) {
  if (!block_mask_) return nullptr;
  if (auto* constant = dyn_cast<ConstantInt>(block_mask_); constant && constant->isOne())
    return nullptr;
  return vector(block_mask_, row);
}

Value* WideKernel::bits_of_mask(unsigned row) {
  Type* type = at.getIntNTy(width);
  Value* lanes = mask(row);
  return lanes ? at.CreateBitCast(lanes, type) : Constant::getAllOnesValue(type);
}

Value* WideKernel::joined(ArrayRef<Value*> lanes) {
  Value* all = PoisonValue::get(widened(lanes[0]->getType()));
  for (unsigned lane = 0; lane < width; ++lane)
    all = at.CreateInsertElement(all, lanes[lane], lane);
  return all;
}

bool WideKernel::fail(const std::string& why, const Instruction& where) {
  report.note("not vectorised: " + why, where);
  has_failed_ = true;
  return false;
}

}  // namespace heddle::compiler
