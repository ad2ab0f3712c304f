// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorize/widen/collectives.h"

#include "compiler/vectorize/widen/collectives.h"
#include "compiler/vectorize/widen/wide_kernel.h"

namespace heddle::compiler {
using namespace llvm;

Value* combine(IRBuilder<>& at, LaneOperation operation, Value* a, Value* b) {
  switch (operation) {
    case LaneOperation::Add:
      return at.CreateAdd(a, b);
    case LaneOperation::FAdd:
      return at.CreateFAdd(a, b);
    case LaneOperation::SMin:
      return at.CreateBinaryIntrinsic(Intrinsic::smin, a, b);
    case LaneOperation::SMax:
      return at.CreateBinaryIntrinsic(Intrinsic::smax, a, b);
    case LaneOperation::UMin:
      return at.CreateBinaryIntrinsic(Intrinsic::umin, a, b);
    case LaneOperation::UMax:
      return at.CreateBinaryIntrinsic(Intrinsic::umax, a, b);
    case LaneOperation::FMin:
      return at.CreateSelect(at.CreateFCmpOLT(b, a), b, a);
    case LaneOperation::FMax:
      return at.CreateSelect(at.CreateFCmpOGT(b, a), b, a);
    case LaneOperation::Mul:
      return at.CreateMul(a, b);
    case LaneOperation::FMul:
      return at.CreateFMul(a, b);
    case LaneOperation::And:
      return at.CreateAnd(a, b);
    case LaneOperation::Or:
      return at.CreateOr(a, b);
    case LaneOperation::Xor:
      return at.CreateXor(a, b);
  }
  return nullptr;
}

Constant* identity(LaneOperation operation, Type* type) {
  unsigned bits = type->getScalarSizeInBits();
  switch (operation) {
    case LaneOperation::SMin:
      return ConstantInt::get(type, APInt::getSignedMaxValue(bits));
    case LaneOperation::SMax:
      return ConstantInt::get(type, APInt::getSignedMinValue(bits));
    case LaneOperation::UMin:
    case LaneOperation::And:
      return Constant::getAllOnesValue(type);
    case LaneOperation::Mul:
      return ConstantInt::get(type, 1);
    case LaneOperation::FMul:
      return ConstantFP::get(type, 1.0);
    case LaneOperation::FMin:
      return ConstantFP::getInfinity(type);
    case LaneOperation::FMax:
      return ConstantFP::getInfinity(type, /*Negative=*/true);
    case LaneOperation::FAdd:
      return ConstantFP::getNegativeZero(type);
    default:
      return Constant::getNullValue(type);
  }
}

Value* shifted(IRBuilder<>& at, Value* value, Value* first, unsigned width, unsigned distance) {
  SmallVector<int> lanes;
  for (unsigned lane = 0; lane < width; ++lane)
    lanes.push_back(lane < distance ? width + lane : lane - distance);
  return at.CreateShuffleVector(value, first, lanes);
}

Value* scan(IRBuilder<>& at, LaneOperation operation, Value* value, unsigned width) {
  Value* none = identity(operation, value->getType());
  for (unsigned distance = 1; distance < width; distance *= 2)
    value = combine(at, operation, shifted(at, value, none, width, distance), value);
  return value;
}

Value* reduce(IRBuilder<>& at, LaneOperation operation, Value* value, unsigned width) {
  for (unsigned half = width / 2; half > 0; half /= 2) {
    SmallVector<int> low, high;
    for (unsigned lane = 0; lane < half; ++lane) {
      low.push_back(lane);
      high.push_back(half + lane);
    }
    value = combine(at, operation, at.CreateShuffleVector(value, low),
                    at.CreateShuffleVector(value, high));
  }
  return at.CreateExtractElement(value, uint64_t{0});
}

namespace {

/// Emits a reduction of truth values (`work_group_any`) as a test of the vector of flags.
bool flag_reduction(WideKernel& wide, CallBase& call) {
  auto* value = dyn_cast<ZExtInst>(call.getArgOperand(0));
  if (!value || !value->getSrcTy()->isIntegerTy(1)) return false;
  const LaneOperation operation = lane_operation(call);
  const bool is_any = operation == LaneOperation::UMax || operation == LaneOperation::Or;
  if (!is_any && operation != LaneOperation::UMin) return false;
  for (unsigned row = 0; row < wide.lanes.rows; ++row) {
    Value* flags = wide.vector(value->getOperand(0), row);
    // Lanes without a work-item may have any value there.
    if (Value* active = wide.mask(row))
      flags = wide.at.CreateSelect(active, flags, ConstantInt::getBool(flags->getType(), !is_any));
    Value* one = is_any ? wide.at.CreateOrReduce(flags) : wide.at.CreateAndReduce(flags);
    wide.set_base(call, wide.at.CreateZExt(one, call.getType()));
  }
  return true;
}

}  // namespace

void collective(WideKernel& wide, CallBase& call) {
  const Internal intrinsic = called_internal(call);
  if (intrinsic == Internal::LanesReduce && flag_reduction(wide, call)) return;
  for (unsigned row = 0; row < wide.lanes.rows; ++row) {
    Value* value = wide.vector(call.getArgOperand(0), row);
    if (intrinsic == Internal::LanesShift) {
      Value* first = wide.vector(call.getArgOperand(1), row);
      wide.set_vector(call, shifted(wide.at, value, first, wide.width, 1));
      continue;
    }
    const LaneOperation operation = lane_operation(call);
    if (Value* active = wide.mask(row))
      value = wide.at.CreateSelect(active, value, identity(operation, value->getType()));
    if (intrinsic == Internal::LanesReduce) {
      wide.set_base(call, reduce(wide.at, operation, value, wide.width));
    } else {
      wide.set_vector(call, scan(wide.at, operation, value, wide.width));
    }
  }
}

}  // namespace heddle::compiler
