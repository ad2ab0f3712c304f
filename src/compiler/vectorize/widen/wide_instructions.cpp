// SPDX-License-Identifier: Apache-2.0
// What becomes of each instruction but memory accesses: one scalar, one vector, or one for each
// lane.
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PatternMatch.h>

#include "compiler/analysis/private_arrays.h"
#include "compiler/analysis/regions.h"
#include "compiler/ir/mixed_bytes.h"
#include "compiler/vectorize/access/dot_products.h"
#include "compiler/vectorize/widen/widener.h"

namespace heddle::compiler {
using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

bool has_effect(const Instruction& instruction) {
  return instruction.mayHaveSideEffects() || instruction.mayReadFromMemory();
}

bool is_with_overflow(const Instruction& instruction) {
  return isa<WithOverflowInst>(instruction);
}

/// Casts between types of which both can be an element of a vector, arithmetic, comparisons.
bool has_vector_form(const Instruction& instruction) {
  return isa<BinaryOperator, UnaryOperator, CmpInst, SelectInst, FreezeInst, CastInst>(instruction);
}

}  // namespace

void Widener::instruction(Instruction& instruction) {
  if (updates_.contains(&instruction)) {
    if (auto* store = dyn_cast<StoreInst>(&instruction)) private_update(*store);
    return;
  }
  if (auto* load = dyn_cast<LoadInst>(&instruction)) return this->load(*load);
  if (auto* store = dyn_cast<StoreInst>(&instruction)) return this->store(*store);
  if (auto* alloca = dyn_cast<AllocaInst>(&instruction)) return this->alloca(*alloca);
  if (auto* gep = dyn_cast<GetElementPtrInst>(&instruction)) return pointer(*gep);
  if (isa<FenceInst>(instruction)) {
    at_.Insert(instruction.clone());
    return;
  }
  if (auto* call = dyn_cast<CallBase>(&instruction)) {
    if (word(*call)) return;
    if (isa<DbgInfoIntrinsic, LifetimeIntrinsic, AssumeInst>(call)) return;
  }
  if (has_effect(instruction)) {
    auto* update = dyn_cast<AtomicRMWInst>(&instruction);
    if (!update || !combined_atomic(*update)) lane_loop(instruction);
    return;
  }
  if (shapes_.of(&instruction).has_base()) return scalar_instruction(instruction);
  vector_instruction(instruction);
}

/// Lane 0's value of a line, extended. What holds for active lanes (no overflow) need not hold for
/// lane 0, and extended after the overflow it would not lie on the other lanes' line: so the
/// operands are extended, and computed with in the larger type.
Value* Widener::extended(Value* value, bool is_signed, Type* type, unsigned row) {
  auto extend = [&](Value* from) {
    return is_signed ? at_.CreateSExtOrTrunc(from, type) : at_.CreateZExtOrTrunc(from, type);
  };
  auto* instruction = dyn_cast<Instruction>(value);
  if (!instruction || !shapes_.of(value).is_affine()) return extend(scalar(value, row));
  if (auto* cut = dyn_cast<TruncInst>(instruction)) return extend(scalar(cut->getOperand(0), row));
  auto* op = dyn_cast<BinaryOperator>(instruction);
  if (!op) return extend(scalar(value, row));
  auto operand = [&](unsigned i) { return extended(op->getOperand(i), is_signed, type, row); };
  switch (op->getOpcode()) {
    case Instruction::Add:
    case Instruction::Or:  // disjoint
      return at_.CreateAdd(operand(0), operand(1));
    case Instruction::Sub:
      return at_.CreateSub(operand(0), operand(1));
    case Instruction::Xor:  // with -1
      return at_.CreateNot(operand(0));
    case Instruction::Mul:
      return at_.CreateMul(operand(0), operand(1));
    case Instruction::Shl:
      return at_.CreateShl(operand(0), at_.CreateZExt(scalar(op->getOperand(1), row), type));
    default:
      return extend(scalar(value, row));
  }
}

void Widener::scalar_instruction(Instruction& instruction) {
  bool is_line = shapes_.of(&instruction).is_affine();
  if (is_line && isa<SExtInst, ZExtInst>(instruction)) {
    bool is_signed = shapes_.extends_signed(cast<CastInst>(instruction));
    for (unsigned row = 0; row < rows_of(instruction); ++row) {
      set_base(instruction,
               extended(instruction.getOperand(0), is_signed, instruction.getType(), row));
    }
    return;
  }
  if (isa<TruncInst>(instruction) && shapes_.has_near_step(instruction.getOperand(0))) {
    for (unsigned row = 0; row < rows_of(instruction); ++row) {
      Value* base = modular_base(instruction.getOperand(0), row, nullptr);
      set_base(instruction, at_.CreateTrunc(base, instruction.getType()));
    }
    return;
  }
  for (unsigned row = 0; row < rows_of(instruction); ++row) {
    // Bits that are disjoint for active lanes need not be so for lane 0.
    if (is_line && instruction.getOpcode() == Instruction::Or) {
      set_base(instruction, at_.CreateAdd(scalar(instruction.getOperand(0), row),
                                          scalar(instruction.getOperand(1), row)));
      continue;
    }
    Instruction* copy = instruction.clone();
    for (unsigned i = 0; i < copy->getNumOperands(); ++i) {
      if (!isa<BasicBlock, Function>(copy->getOperand(i)))
        copy->setOperand(i, scalar(instruction.getOperand(i), row));
    }
    if (auto* load = dyn_cast<LoadInst>(copy))
      load->setOperand(0, address_of_active_row(cast<LoadInst>(instruction), row));
    // Lane 0 may be inactive: what holds for active lanes need not hold for it.
    if (is_line) copy->dropPoisonGeneratingFlags();
    at_.Insert(copy, instruction.getName());
    set_base(instruction, copy);
  }
}

void Widener::vector_instruction(Instruction& instruction) {
  if (auto* intrinsic = dyn_cast<IntrinsicInst>(&instruction)) return this->intrinsic(*intrinsic);
  if (auto* extract = dyn_cast<ExtractValueInst>(&instruction)) {
    const Wide& from = values_[extract->getAggregateOperand()];
    if (from.lanes.empty() && !from.vector.empty()) {
      for (unsigned row = 0; row < rows_of(instruction); ++row) {
        Value* all = vector(extract->getAggregateOperand(), row);
        set_vector(instruction, at_.CreateExtractValue(all, extract->getIndices()));
      }
      return;
    }
  }
  auto* compare = dyn_cast<ICmpInst>(&instruction);
  if (compare && is_multiple_test(*compare)) return;
  if (works_on_small(instruction)) return small_instruction(instruction);
  if (compare && is_zero_test(*compare)) return;
  auto* cut = dyn_cast<TruncInst>(&instruction);
  if (cut && !values_[cut->getOperand(0)].small.empty()) {
    for (unsigned row = 0; row < rows_of(instruction); ++row) {
      Value* small = small_vector(cut->getOperand(0), row);
      set_vector(instruction, at_.CreateTrunc(small, widened(instruction.getType())));
    }
    return;
  }
  auto* operation = dyn_cast<BinaryOperator>(&instruction);
  if (operation && divides_as_float(*operation)) {
    for (unsigned row = 0; row < rows_of(instruction); ++row) {
      Value* dividend = vector(operation->getOperand(0), row);
      Value* divisor = operation->getOperand(1);
      divisor = shapes_.of(divisor).is_uniform() ? scalar(divisor, row) : vector(divisor, row);
      set_vector(instruction, divide(*operation, dividend, divisor));
    }
    return;
  }
  bool vectorizable = has_vector_form(instruction) && is_vectorizable(instruction.getType()) &&
                      all_of(instruction.operand_values(), [&](const Value* operand) {
                        return is_vectorizable(operand->getType());
                      });
  if (!vectorizable) return lane_instructions(instruction);
  for (unsigned row = 0; row < rows_of(instruction); ++row) {
    Instruction* copy = instruction.clone();
    auto* select = dyn_cast<SelectInst>(&instruction);
    for (unsigned i = 0; i < copy->getNumOperands(); ++i) {
      Value* operand = instruction.getOperand(i);
      bool one_for_all = select && i == 0 && shapes_.of(operand).is_uniform();
      // Operand and result types change together: set without the check of setOperand's users.
      copy->getOperandUse(i).set(one_for_all ? scalar(operand, row) : vector(operand, row));
    }
    copy->mutateType(widened(instruction.getType()));
    if (operation && operation->isIntDivRem() && !shapes_.of(operation->getOperand(1)).is_uniform())
      copy->getOperandUse(1).set(harmless_divisor(*operation, copy->getOperand(1)));
    at_.Insert(copy, instruction.getName());
    set_vector(instruction, copy);
  }
}

Value* Widener::joined(ArrayRef<Value*> lanes) {
  Value* all = PoisonValue::get(widened(lanes[0]->getType()));
  for (unsigned lane = 0; lane < width_; ++lane)
    all = at_.CreateInsertElement(all, lanes[lane], lane);
  return all;
}

/// One copy for each lane; of what has no effect, so that inactive lanes do no harm.
void Widener::lane_instructions(Instruction& instruction) {
  bool vectorizable = is_vectorizable(instruction.getType());
  for (unsigned row = 0; row < rows_of(instruction); ++row) {
    SmallVector<Value*, 0> results;
    for (unsigned index = 0; index < width_; ++index) {
      Instruction* copy = instruction.clone();
      for (unsigned i = 0; i < copy->getNumOperands(); ++i) {
        if (!isa<BasicBlock, Function>(copy->getOperand(i)))
          copy->setOperand(i, lane(instruction.getOperand(i), row, index, at_));
      }
      at_.Insert(copy, instruction.getName());
      results.push_back(copy);
    }
    if (!vectorizable) {
      values_[&instruction].lanes.push_back(results);
      continue;
    }
    set_vector(instruction, joined(results));
  }
  std::string what = instruction.getOpcodeName();
  if (auto* call = dyn_cast<CallBase>(&instruction); call && call->getCalledFunction())
    what = call->getCalledFunction()->getName().str();
  report_.note("one lane after the other: " + what, instruction);
}

/// A conversion in a given direction, which is metadata.
void Widener::rounded(IntrinsicInst& call) {
  for (unsigned row = 0; row < rows_of(call); ++row) {
    Value* operand = vector(call.getArgOperand(0), row);
    set_vector(call, at_.CreateIntrinsic(Intrinsic::fptrunc_round,
                                         {widened(call.getType()), operand->getType()},
                                         {operand, call.getArgOperand(1)}));
  }
}

void Widener::intrinsic(IntrinsicInst& call) {
  Intrinsic::ID id = call.getIntrinsicID();
  bool overflow = is_with_overflow(call);
  if (id == Intrinsic::fptrunc_round) return rounded(call);
  if (!overflow && !isTriviallyVectorizable(id)) return lane_instructions(call);
  for (unsigned row = 0; row < rows_of(call); ++row) {
    SmallVector<Value*> operands;
    SmallVector<Type*> overloads;
    if (!overflow && isVectorIntrinsicWithOverloadTypeAtArg(id, -1, nullptr))
      overloads.push_back(widened(call.getType()));
    for (unsigned i = 0; i < call.arg_size(); ++i) {
      Value* operand = call.getArgOperand(i);
      bool stays = !overflow && isVectorIntrinsicWithScalarOpAtArg(id, i, nullptr);
      operands.push_back(stays ? scalar(operand, row) : vector(operand, row));
      if (overflow ? i == 0 : isVectorIntrinsicWithOverloadTypeAtArg(id, i, nullptr))
        overloads.push_back(operands.back()->getType());
    }
    Function* callee = Intrinsic::getOrInsertDeclaration(target_.getParent(), id, overloads);
    CallInst* copy = at_.CreateCall(callee, operands, call.getName());
    if (isa<FPMathOperator>(call)) copy->copyFastMathFlags(&call);
    if (call.isNoBuiltin()) copy->addFnAttr(Attribute::NoBuiltin);
    set_vector(call, copy);
  }
}

/// The internal intrinsics. False for what is treated like any other call.
bool Widener::word(CallBase& call) {
  switch (called_internal(call)) {
    case Internal::None:
      return false;
    case Internal::IsLocal:
    case Internal::IsPrivate:
      if (shapes_.of(&call).has_base()) {
        scalar_instruction(call);
      } else {
        lane_instructions(call);
      }
      return true;
    case Internal::Mask:
      block_mask_ = call.getArgOperand(0);
      return true;
    case Internal::Any:
      set_base(call, over_tile(call.getArgOperand(0), /*for_all=*/false));
      return true;
    case Internal::All:
      set_base(call, over_tile(call.getArgOperand(0), /*for_all=*/true));
      return true;
    case Internal::LanesReduce:
    case Internal::LanesScan:
    case Internal::LanesShift:
      collective(call);
      return true;
    case Internal::LaneId:
      set_base(call, ConstantInt::get(call.getType(), 0));
      return true;
    case Internal::LanesBroadcast:
    case Internal::LanesShuffle:
    case Internal::LanesFill:
    case Internal::LanesBallot:
      exchange(call);
      return true;
    case Internal::MixBytes:
      arithmetic(call, [&](ArrayRef<Value*> operands) {
        return mixed_bytes(at_, operands, mixed_channel(call));
      });
      return true;
    case Internal::DotBytes:
      arithmetic(call, [&](ArrayRef<Value*> operands) {
        const auto [a, b] = dot_operands(call, operands[0], operands[1]);
        return dot_bytes(at_, a, b, memory_.isa());
      });
      return true;
    case Internal::Pick:
      pick(call);
      return true;
    case Internal::VectorBarrier:
      // All lanes are here, and what they did before is done: what is left to order is other
      // groups.
      if (is_fence(call)) at_.CreateFence(AtomicOrdering::AcquireRelease);
      return true;
    case Internal::LaneMask:
      set_vector(call, at_.CreateCall(wide_lane_mask(*target_.getParent(), width_)));
      return true;
    case Internal::Barrier: {
      // What is not constant belongs to the scalar code; who asks takes it for the widest scope.
      for (Use& operand : cast<CallBase>(at_.Insert(call.clone()))->args())
        if (!isa<Constant>(operand)) operand.set(Constant::getAllOnesValue(operand->getType()));
      return true;
    }
    case Internal::LocalId:
    case Internal::GlobalId: {
      bool steps = shapes_.of(&call).rows;
      auto* copy = at_.Insert(call.clone(), call.getName());
      set_base(call, copy);
      for (unsigned row = 1; steps && row < lanes_.rows; ++row)
        set_base(call, at_.CreateNUWAdd(copy, ConstantInt::get(call.getType(), row)));
      return true;
    }
    default:
      scalar_instruction(call);
      return true;
  }
}

/// A word that computes something of its operands, which `made` makes of them.
void Widener::arithmetic(CallBase& call, function_ref<Value*(ArrayRef<Value*>)> made) {
  const bool is_uniform = shapes_.of(&call).is_uniform();
  for (unsigned row = 0; row < rows_of(call); ++row) {
    SmallVector<Value*> operands;
    for (Value* operand : call.args())
      operands.push_back(is_uniform ? scalar(operand, row) : vector(operand, row));
    Value* result = made(operands);
    is_uniform ? set_base(call, result) : set_vector(call, result);
  }
}

/// Is the flag true for a lane of the tile, or for all?
Value* Widener::over_tile(Value* flag, bool for_all) {
  // What is the same for all lanes needs no vector that it is broadcast to.
  Value *one = nullptr, *other = nullptr;
  if (for_all && match(flag, m_LogicalAnd(m_Value(one), m_Value(other))) &&
      shapes_.of(one).is_uniform() != shapes_.of(other).is_uniform())
    return at_.CreateLogicalAnd(over_tile(one, for_all), over_tile(other, for_all));
  Value* result = nullptr;
  for (unsigned row = 0; row < rows_of(*flag); ++row) {
    Value* one = shapes_.of(flag).is_uniform() ? scalar(flag, row)
                 : for_all                     ? at_.CreateAndReduce(vector(flag, row))
                                               : at_.CreateOrReduce(vector(flag, row));
    if (result) one = for_all ? at_.CreateAnd(result, one) : at_.CreateOr(result, one);
    result = one;
  }
  return result;
}

/// In an interleaved array every byte offset counts once for each lane. `word`: a scalar or vector
/// of the integers to compute with.
Value* Widener::scaled_offset(GetElementPtrInst& gep, unsigned row, Type* word) {
  Value* offset = Constant::getNullValue(word);
  for (auto it = gep_type_begin(gep), end = gep_type_end(gep); it != end; ++it) {
    Value* step = nullptr;
    if (StructType* type = it.getStructTypeOrNull()) {
      unsigned field = cast<ConstantInt>(it.getOperand())->getZExtValue();
      uint64_t bytes = layout_.getStructLayout(type)->getElementOffset(field);
      step = ConstantInt::get(word, bytes * width_);
    } else {
      Value* index = it.getOperand();
      index = word->isVectorTy() ? vector(index, row) : scalar(index, row);
      uint64_t bytes = it.getSequentialElementStride(layout_) * width_;
      step = at_.CreateMul(at_.CreateSExtOrTrunc(index, word), ConstantInt::get(word, bytes));
    }
    offset = at_.CreateAdd(offset, step);
  }
  return offset;
}

Value* Widener::scaled_pointer(GetElementPtrInst& gep, unsigned row, bool as_vector) {
  Value* from = gep.getPointerOperand();
  if (!as_vector) {
    Value* offset = scaled_offset(gep, row, at_.getInt64Ty());
    return at_.CreateGEP(at_.getInt8Ty(), scalar(from, row), offset, gep.getName());
  }
  // One base and 32-bit offsets are what gathers take; no variable has 2 GB.
  Shape shape = shapes_.of(from);
  Type* word = widened(at_.getInt32Ty());
  Value* offset = scaled_offset(gep, row, word);
  if (!shape.has_base())
    return at_.CreateGEP(at_.getInt8Ty(), vector(from, row), offset, gep.getName());
  offset = at_.CreateAdd(offset, iota(at_.getInt32Ty(), shape.stride));
  return at_.CreateGEP(at_.getInt8Ty(), scalar(from, row), offset, gep.getName());
}

void Widener::pointer(GetElementPtrInst& gep) {
  bool has_base = shapes_.of(&gep).has_base();
  bool is_scaled = shapes_.interleaved_base(&gep) != nullptr;
  if (shapes_.is_near(&gep)) return;  // computed where it is used, for the lanes that use it
  if (has_base && !is_scaled) return scalar_instruction(gep);
  for (unsigned row = 0; row < rows_of(gep); ++row) {
    if (is_scaled) {
      Value* result = scaled_pointer(gep, row, !has_base);
      if (has_base) {
        set_base(gep, result);
      } else {
        set_vector(gep, result);
      }
      continue;
    }
    // Uniform operands stay scalars: a base with a vector of offsets is what gathers take.
    SmallVector<Value*> indices;
    bool is_vector = false;
    auto operand = [&](Value* value) {
      bool one = shapes_.of(value).is_uniform();
      is_vector |= !one;
      return one ? scalar(value, row) : vector(value, row);
    };
    Value* base = operand(gep.getPointerOperand());
    for (Use& index : gep.indices()) indices.push_back(operand(index.get()));
    Value* result = at_.CreateGEP(gep.getSourceElementType(), base, indices, gep.getName());
    set_vector(gep, is_vector ? result : at_.CreateVectorSplat(width_, result));
  }
}

/// The variables of all lanes (and rows), one after the other or interleaved.
void Widener::alloca(AllocaInst& alloca) {
  uint64_t size = alloca.getAllocationSize(layout_)->getFixedValue();
  bool interleaved = shapes_.interleaved_element(&alloca) != 0;
  uint64_t each = interleaved ? size : private_stride(alloca, size);
  auto* type = ArrayType::get(at_.getInt8Ty(), each * width_);
  Builder front(&target_.getEntryBlock(), target_.getEntryBlock().begin());
  for (unsigned row = 0; row < rows_of(alloca); ++row) {
    AllocaInst* copy = front.CreateAlloca(type, nullptr, alloca.getName());
    copy->setAlignment(std::max(alloca.getAlign(), Align(64)));
    copy->copyMetadata(alloca);
    set_base(alloca, copy);
  }
}

}  // namespace heddle::compiler
