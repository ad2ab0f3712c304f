// SPDX-License-Identifier: Apache-2.0
// The table of a Widener: from a value of the kernel to scalars, vectors and lanes.
#include "compiler/vectorize/widen/widener.h"

namespace heddle::compiler {
using namespace llvm;

bool Widener::is_vectorizable(const Type* type) const {
  return VectorType::isValidElementType(const_cast<Type*>(type));
}

/// Structures that intrinsics return become structures of vectors.
Type* Widener::widened(Type* type) const {
  if (auto* structure = dyn_cast<StructType>(type)) {
    SmallVector<Type*> elements;
    for (Type* element : structure->elements()) elements.push_back(widened(element));
    return StructType::get(type->getContext(), elements);
  }
  return FixedVectorType::get(type, width_);
}

unsigned Widener::rows_of(const Value& value) const {
  return shapes_.of(&value).rows ? lanes_.rows : 1;
}

Value* Widener::scalar(Value* value, unsigned row) {
  if (isa<Constant, MetadataAsValue>(value)) return value;
  const auto& base = values_[value].base;
  assert(!base.empty() && "value has no base");
  return base[base.size() > 1 ? row : 0];
}

Constant* Widener::iota(Type* element, int64_t stride) const {
  SmallVector<Constant*> steps;
  for (unsigned lane = 0; lane < width_; ++lane) {
    steps.push_back(ConstantInt::get(element, static_cast<uint64_t>(stride) * lane,
                                     /*IsSigned=*/true, /*ImplicitTrunc=*/true));
  }
  return ConstantVector::get(steps);
}

/// All lanes of a scalar of lane 0, right after its definition, so that every user can have it.
Value* Widener::spread(Value* base, const Shape& shape, Type* type) {
  int64_t stride = shape.is_affine() ? shape.stride : 0;
  if (auto* constant = dyn_cast<Constant>(base); constant && stride == 0)
    return ConstantVector::getSplat(ElementCount::getFixed(width_), constant);
  Value*& known = spreads_[{base, stride}];
  if (known) return known;
  BasicBlock::iterator place;
  BasicBlock* block = &target_.getEntryBlock();
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
  if (stride == 0) return known = at.CreateVectorSplat(width_, base, base->getName() + ".all");
  if (type->isPointerTy()) {
    return known = at.CreateGEP(at.getInt8Ty(), base, iota(at.getInt64Ty(), stride),
                                base->getName() + ".each");
  }
  return known = at.CreateAdd(at.CreateVectorSplat(width_, base), iota(type, stride),
                              base->getName() + ".each");
}

Value* Widener::vector(Value* value, unsigned row) {
  if (auto* constant = dyn_cast<Constant>(value))
    return ConstantVector::getSplat(ElementCount::getFixed(width_), constant);
  const Wide& wide = values_[value];
  if (!wide.vector.empty()) return wide.vector[wide.vector.size() > 1 ? row : 0];
  if (!wide.small.empty()) return extended_small(wide.small[wide.small.size() > 1 ? row : 0]);
  return spread(scalar(value, row), shapes_.of(value), value->getType());
}

/// In 64 bits, right after its definition.
Value* Widener::extended_small(Value* small) {
  if (isa<Constant>(small)) return at_.CreateZExt(small, widened(at_.getInt64Ty()));
  Value*& known = spreads_[{small, 0}];
  if (known) return known;
  auto* definition = cast<Instruction>(small);
  Builder at(definition->getParent(), isa<PHINode>(definition)
                                          ? definition->getParent()->getFirstInsertionPt()
                                          : std::next(definition->getIterator()));
  at.SetCurrentDebugLocation(definition->getDebugLoc());
  return known = at.CreateZExt(small, widened(at.getInt64Ty()), "", /*IsNonNeg=*/true);
}

Value* Widener::lane(Value* value, unsigned row, unsigned index, Builder& at) {
  if (isa<Constant, MetadataAsValue>(value)) return value;
  const Wide& wide = values_[value];
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
  Shape shape = shapes_.of(value);
  Value* base = scalar(value, row);
  if (!shape.is_affine() || index == 0) return base;
  int64_t distance = shape.stride * index;
  if (value->getType()->isPointerTy()) return at.CreateConstGEP1_64(at.getInt8Ty(), base, distance);
  return at.CreateAdd(base, ConstantInt::get(value->getType(), distance, true, true));
}

/// The value of the lane that `index` (i32) says at run time.
Value* Widener::any_lane(Value* value, unsigned row, Value* index, Builder& at) {
  if (isa<Constant, MetadataAsValue>(value)) return value;
  const Wide& wide = values_[value];
  // Where no lane is active the index may be anything, and LLVM may move what is here to where none
  // is: code generation would read past the vector's place in memory.
  const auto element = [&](Value* all) {
    return at.CreateExtractElement(all, at.CreateAnd(at.CreateFreeze(index), width_ - 1));
  };
  if (!wide.small.empty()) return element(vector(value, row));
  if (!wide.vector.empty() && !isa<StructType>(wide.vector[0]->getType()))
    return element(wide.vector[wide.vector.size() > 1 ? row : 0]);
  Shape shape = shapes_.of(value);
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
  for (unsigned i = 1; i < width_; ++i) {
    Value* is_this = at.CreateICmpEQ(index, at.getInt32(i));
    result = at.CreateSelect(is_this, lane(value, row, i, at), result);
  }
  return result;
}

}  // namespace heddle::compiler
