// SPDX-License-Identifier: Apache-2.0
// What has an effect that no vector instruction has (atomics, volatile accesses, calls) runs once
// for each active lane, in a loop around that instruction alone.
#include <llvm/IR/IntrinsicInst.h>

#include "compiler/ir/marks.h"
#include "compiler/vectorize/widen/widener.h"

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
    if (result->getType()->isVectorTy()) {
      set_vector(instruction, result);
      continue;
    }
    // The lanes' values lie in an array: `result` is its address.
    auto& lanes = values_[&instruction].lanes.emplace_back();
    for (unsigned lane = 0; lane < width_; ++lane)
      lanes.push_back(element(result, instruction.getType(), at_.getInt32(lane)));
    if (!vectorizable) continue;
    Value* all = joined(lanes);
    values_[&instruction].lanes.pop_back();
    set_vector(instruction, all);
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
  BasicBlock* after = BasicBlock::Create(context, "lanes.end", &target_);
  Value* array = nullptr;
  const bool fits_vector = vectorizable && !instruction.getType()->isIntegerTy(1);
  Type* vector_type = has_result && fits_vector ? widened(instruction.getType()) : nullptr;
  if (has_result) array = lane_array(instruction.getType());
  // Operands that differ are read from memory: an element of a vector register at an index that is
  // not known would go through memory once for each lane.
  SmallVector<Value*> operands;
  for (Use& operand : instruction.operands()) operands.push_back(in_memory(operand.get(), row));
  at_.CreateCondBr(at_.CreateIsNotNull(start), body, after);
  at_.SetInsertPoint(body);
  PHINode* bits = at_.CreatePHI(bits_type, 2, "lanes.left");
  bits->addIncoming(start, before);
  Value* count = at_.CreateBinaryIntrinsic(Intrinsic::cttz, bits, at_.getTrue());
  Value* index = at_.CreateZExtOrTrunc(count, at_.getInt32Ty(), "lane");
  Instruction* copy = instruction.clone();
  for (unsigned i = 0; i < copy->getNumOperands(); ++i) {
    Value* operand = instruction.getOperand(i);
    if (isa<BasicBlock, Function>(operand)) continue;
    copy->setOperand(i, operands[i] ? element(operands[i], operand->getType(), index)
                                    : any_lane(operand, row, index, at_));
  }
  at_.Insert(copy);
  if (array) at_.CreateStore(copy, at_.CreateInBoundsGEP(instruction.getType(), array, index));
  Value* left = at_.CreateAnd(bits, at_.CreateSub(bits, ConstantInt::get(bits_type, 1)));
  bits->addIncoming(left, body);
  at_.CreateCondBr(at_.CreateIsNotNull(left), body, after);
  at_.SetInsertPoint(after);
  // Lanes that did not run read what was there before: any value, but not poison.
  if (vector_type) return at_.CreateAlignedLoad(vector_type, array, Align(64));
  return array;
}

/// An array of the lanes' values, filled here, if `value` is a vector; else null.
Value* Widener::in_memory(Value* value, unsigned row) {
  if (isa<Constant, BasicBlock, MetadataAsValue>(value)) return nullptr;
  const Wide& wide = values_[value];
  if ((wide.vector.empty() && wide.small.empty()) ||
      (!wide.vector.empty() && isa<StructType>(wide.vector[0]->getType())) ||
      value->getType()->isIntegerTy(1) || shapes_.of(value).has_base())
    return nullptr;
  Value* array = lane_array(value->getType());
  at_.CreateAlignedStore(vector(value, row), array, Align(64));
  return array;
}

Value* Widener::lane_array(Type* type) {
  Builder front(&target_.getEntryBlock(), target_.getEntryBlock().begin());
  AllocaInst* array = front.CreateAlloca(ArrayType::get(type, width_), nullptr, "lanes");
  array->setAlignment(Align(64));
  mark_transient(*array);
  return array;
}

Value* Widener::element(Value* array, Type* type, Value* index) {
  return at_.CreateLoad(type, at_.CreateInBoundsGEP(type, array, index));
}

}  // namespace heddle::compiler
