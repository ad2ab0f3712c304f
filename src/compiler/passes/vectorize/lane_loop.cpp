// SPDX-License-Identifier: Apache-2.0
// What has an effect that no vector instruction has (atomics, volatile accesses, calls) runs once
// for each active lane, in a loop around that instruction alone.
#include <llvm/IR/IntrinsicInst.h>

#include "compiler/passes/vectorize/widener.h"

namespace heddle::compiler {
using namespace llvm;

void Widener::lane_loop(Instruction& instruction) {
  bool has_result = !instruction.getType()->isVoidTy() && !instruction.use_empty();
  bool vectorizable = is_vectorizable(instruction.getType());
  std::string what = instruction.getOpcodeName();
  if (isa<LoadInst>(instruction) && !vectorizable) what = "load of a vector or structure";
  report_.note("one lane after the other: " + what, instruction);
  for (unsigned row = 0; row < lanes_.rows; ++row) {
    Value* result = lane_loop(instruction, row);
    if (!has_result) continue;
    if (vectorizable) {
      set_vector(instruction, result);
      continue;
    }
    // The lanes' values lie in an array: `result` is its address.
    auto& lanes = values_[&instruction].lanes.emplace_back();
    for (unsigned lane = 0; lane < width_; ++lane) {
      Value* from = at_.CreateConstInBoundsGEP1_64(instruction.getType(), result, lane);
      lanes.push_back(at_.CreateLoad(instruction.getType(), from));
    }
  }
}

/// Returns the vector of results, or the address of an array of them where no vector can hold them.
Value* Widener::lane_loop(Instruction& instruction, unsigned row) {
  LLVMContext& context = kernel_.getContext();
  bool has_result = !instruction.getType()->isVoidTy() && !instruction.use_empty();
  bool vectorizable = is_vectorizable(instruction.getType());
  Value* start = bits_of_mask(row);
  Type* bits_type = start->getType();
  BasicBlock* before = at_.GetInsertBlock();
  BasicBlock* body = BasicBlock::Create(context, "lane", &target_);
  BasicBlock* behind = BasicBlock::Create(context, "lanes.end", &target_);
  Value* array = nullptr;
  Type* vector_type = has_result && vectorizable ? widened(instruction.getType()) : nullptr;
  if (has_result && !vectorizable) {
    Builder front(&target_.getEntryBlock(), target_.getEntryBlock().begin());
    array = front.CreateAlloca(ArrayType::get(instruction.getType(), width_));
  }
  at_.CreateCondBr(at_.CreateIsNotNull(start), body, behind);
  at_.SetInsertPoint(body);
  PHINode* bits = at_.CreatePHI(bits_type, 2, "lanes.left");
  bits->addIncoming(start, before);
  PHINode* results = vector_type ? at_.CreatePHI(vector_type, 2) : nullptr;
  if (results) results->addIncoming(PoisonValue::get(vector_type), before);
  Value* count = at_.CreateBinaryIntrinsic(Intrinsic::cttz, bits, at_.getTrue());
  Value* index = at_.CreateZExtOrTrunc(count, at_.getInt32Ty(), "lane");
  Instruction* copy = instruction.clone();
  for (unsigned i = 0; i < copy->getNumOperands(); ++i) {
    if (!isa<BasicBlock, Function>(copy->getOperand(i)))
      copy->setOperand(i, any_lane(instruction.getOperand(i), row, index, at_));
  }
  at_.Insert(copy);
  Value* result = nullptr;
  if (results) {
    result = at_.CreateInsertElement(results, copy, index);
    results->addIncoming(result, body);
  } else if (array) {
    at_.CreateStore(copy, at_.CreateInBoundsGEP(instruction.getType(), array, index));
  }
  Value* left = at_.CreateAnd(bits, at_.CreateSub(bits, ConstantInt::get(bits_type, 1)));
  bits->addIncoming(left, body);
  at_.CreateCondBr(at_.CreateIsNotNull(left), body, behind);
  at_.SetInsertPoint(behind);
  if (!results) return array;
  PHINode* last = at_.CreatePHI(vector_type, 2);
  last->addIncoming(PoisonValue::get(vector_type), before);
  last->addIncoming(result, body);
  return last;
}

/// An update of one address by all lanes whose result nobody reads: combined first, done once.
bool Widener::reduced_atomic(AtomicRMWInst& update) {
  Value* value = update.getValOperand();
  Shape pointer = shapes_.of(update.getPointerOperand());
  if (!update.use_empty() || update.isVolatile() || !pointer.is_uniform() ||
      !value->getType()->isIntegerTy())
    return false;
  using Op = AtomicRMWInst::BinOp;
  Type* type = widened(value->getType());
  unsigned bits = value->getType()->getIntegerBitWidth();
  auto splat = [&](const APInt& number) { return ConstantInt::get(type, number); };
  Value* identity = nullptr;
  switch (update.getOperation()) {
    case Op::Add:
    case Op::Sub:
    case Op::Or:
    case Op::Xor:
    case Op::UMax:
      identity = Constant::getNullValue(type);
      break;
    case Op::And:
    case Op::UMin:
      identity = Constant::getAllOnesValue(type);
      break;
    case Op::Max:
      identity = splat(APInt::getSignedMinValue(bits));
      break;
    case Op::Min:
      identity = splat(APInt::getSignedMaxValue(bits));
      break;
    default:
      return false;
  }
  for (unsigned row = 0; row < lanes_.rows; ++row) {
    Value* all = vector(value, row);
    if (Value* active = mask(row)) all = at_.CreateSelect(active, all, identity);
    Value* one = nullptr;
    switch (update.getOperation()) {
      case Op::Add:
      case Op::Sub:
        one = at_.CreateAddReduce(all);
        break;
      case Op::Or:
        one = at_.CreateOrReduce(all);
        break;
      case Op::Xor:
        one = at_.CreateXorReduce(all);
        break;
      case Op::And:
        one = at_.CreateAndReduce(all);
        break;
      case Op::UMax:
      case Op::Max:
        one = at_.CreateIntMaxReduce(all, update.getOperation() == Op::Max);
        break;
      default:
        one = at_.CreateIntMinReduce(all, update.getOperation() == Op::Min);
        break;
    }
    auto* copy = cast<AtomicRMWInst>(update.clone());
    copy->setOperand(0, scalar(update.getPointerOperand(), row));
    copy->setOperand(1, one);
    at_.Insert(copy);
  }
  return true;
}

}  // namespace heddle::compiler
