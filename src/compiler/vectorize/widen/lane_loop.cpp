// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorize/widen/lane_loop.h"

#include <llvm/IR/IntrinsicInst.h>

#include "compiler/ir/marks.h"
#include "compiler/vectorize/widen/wide_kernel.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

Value* lane_array(WideKernel& wide, Type* type) {
  IRBuilder<> front(&wide.target.getEntryBlock(), wide.target.getEntryBlock().begin());
  AllocaInst* array = front.CreateAlloca(ArrayType::get(type, wide.width), nullptr, "lanes");
  array->setAlignment(Align(64));
  mark_transient(*array);
  return array;
}

/// Emits an array of the lanes' values if `value` is a vector; else returns null.
Value* in_memory(WideKernel& wide, Value* value, unsigned row) {
  if (isa<Constant, BasicBlock, MetadataAsValue>(value)) return nullptr;
  const WideValue& known = wide.known(value);
  if ((known.vector.empty() && known.small.empty()) ||
      (!known.vector.empty() && isa<StructType>(known.vector[0]->getType())) ||
      value->getType()->isIntegerTy(1) || wide.shapes.of(value).has_base())
    return nullptr;
  Value* array = lane_array(wide, value->getType());
  wide.at.CreateAlignedStore(wide.vector(value, row), array, Align(64));
  return array;
}

Value* element(WideKernel& wide, Value* array, Type* type, Value* index) {
  return wide.at.CreateLoad(type, wide.at.CreateInBoundsGEP(type, array, index));
}

}  // namespace

void lane_loop(WideKernel& wide, Instruction& instruction) {
  bool has_result = !instruction.getType()->isVoidTy() && !instruction.use_empty();
  bool vectorizable = wide.is_vectorizable(instruction.getType());
  std::string what = instruction.getOpcodeName();
  if (isa<LoadInst>(instruction) && !vectorizable) what = "load of a vector or structure";
  wide.report.note("one lane after the other: " + what, instruction);
  for (unsigned row = 0; row < wide.lanes.rows; ++row) {
    Value* result = lane_loop(wide, instruction, row);
    if (!has_result) continue;
    if (result->getType()->isVectorTy()) {
      wide.set_vector(instruction, result);
      continue;
    }
    // The lanes' values lie in an array: `result` is its address.
    SmallVector<Value*> lanes;
    for (unsigned lane = 0; lane < wide.width; ++lane)
      lanes.push_back(element(wide, result, instruction.getType(), wide.at.getInt32(lane)));
    if (vectorizable)
      wide.set_vector(instruction, wide.joined(lanes));
    else
      wide.set_lanes(instruction, lanes);
  }
}

/// Emits the loop for one row. Returns the vector of results, or the address of an array of them
/// where no vector can hold them.
Value* lane_loop(WideKernel& wide, Instruction& instruction, unsigned row) {
  LLVMContext& context = wide.kernel.getContext();
  bool has_result = !instruction.getType()->isVoidTy() && !instruction.use_empty();
  bool vectorizable = wide.is_vectorizable(instruction.getType());
  Value* start = wide.bits_of_mask(row);
  Type* bits_type = start->getType();
  BasicBlock* before = wide.at.GetInsertBlock();
  BasicBlock* body = BasicBlock::Create(context, "lane", &wide.target);
  BasicBlock* after = BasicBlock::Create(context, "lanes.end", &wide.target);
  Value* array = nullptr;
  const bool fits_vector = vectorizable && !instruction.getType()->isIntegerTy(1);
  Type* vector_type = has_result && fits_vector ? wide.widened(instruction.getType()) : nullptr;
  if (has_result) array = lane_array(wide, instruction.getType());
  // Operands that differ are read from memory: an element of a vector register at an index that is
  // not known would go through memory once for each lane.
  SmallVector<Value*> operands;
  for (Use& operand : instruction.operands())
    operands.push_back(in_memory(wide, operand.get(), row));
  wide.at.CreateCondBr(wide.at.CreateIsNotNull(start), body, after);
  wide.at.SetInsertPoint(body);
  PHINode* bits = wide.at.CreatePHI(bits_type, 2, "lanes.left");
  bits->addIncoming(start, before);
  Value* count = wide.at.CreateBinaryIntrinsic(Intrinsic::cttz, bits, wide.at.getTrue());
  Value* index = wide.at.CreateZExtOrTrunc(count, wide.at.getInt32Ty(), "lane");
  Instruction* copy = instruction.clone();
  for (unsigned i = 0; i < copy->getNumOperands(); ++i) {
    Value* operand = instruction.getOperand(i);
    if (isa<BasicBlock, Function>(operand)) continue;
    copy->setOperand(i, operands[i] ? element(wide, operands[i], operand->getType(), index)
                                    : wide.any_lane(operand, row, index, wide.at));
  }
  wide.at.Insert(copy);
  if (array)
    wide.at.CreateStore(copy, wide.at.CreateInBoundsGEP(instruction.getType(), array, index));
  Value* left = wide.at.CreateAnd(bits, wide.at.CreateSub(bits, ConstantInt::get(bits_type, 1)));
  bits->addIncoming(left, body);
  wide.at.CreateCondBr(wide.at.CreateIsNotNull(left), body, after);
  wide.at.SetInsertPoint(after);
  // Lanes that did not run read the array's earlier contents: any value, but not poison.
  if (vector_type) return wide.at.CreateAlignedLoad(vector_type, array, Align(64));
  return array;
}

}  // namespace heddle::compiler
