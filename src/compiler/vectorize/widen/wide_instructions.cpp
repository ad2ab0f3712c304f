// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorize/widen/wide_instructions.h"

#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PatternMatch.h>

#include "compiler/analysis/address.h"
#include "compiler/analysis/private_arrays.h"
#include "compiler/analysis/regions.h"
#include "compiler/ir/mixed_bytes.h"
#include "compiler/ir/opaque_arithmetic.h"
#include "compiler/vectorize/access/dot_products.h"
#include "compiler/vectorize/widen/collectives.h"
#include "compiler/vectorize/widen/combined_atomics.h"
#include "compiler/vectorize/widen/exchanges.h"
#include "compiler/vectorize/widen/lane_loop.h"
#include "compiler/vectorize/widen/multiple_tests.h"
#include "compiler/vectorize/widen/scalar_instructions.h"
#include "compiler/vectorize/widen/small_numbers.h"
#include "compiler/vectorize/widen/tile_tests.h"
#include "compiler/vectorize/widen/wide_division.h"
#include "compiler/vectorize/widen/wide_kernel.h"

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

/// Tells whether it is arithmetic, a comparison or a cast, which all have vector forms.
bool has_vector_form(const Instruction& instruction) {
  return isa<BinaryOperator, UnaryOperator, CmpInst, SelectInst, FreezeInst, CastInst>(instruction);
}

}  // namespace

void WideInstructions::instruction(Instruction& instruction) {
  if (wide_.plan.is_of_update(instruction) && !isa<StoreInst>(instruction)) return;
  if (isa<LoadInst, StoreInst>(instruction)) return accesses_.access(instruction);
  if (auto* alloca = dyn_cast<AllocaInst>(&instruction)) return this->alloca(*alloca);
  if (auto* gep = dyn_cast<GetElementPtrInst>(&instruction)) return pointer(*gep);
  if (isa<FenceInst>(instruction)) {
    wide_.at.Insert(instruction.clone());
    return;
  }
  if (auto* call = dyn_cast<CallBase>(&instruction)) {
    if (internal(*call)) return;
    if (isa<DbgInfoIntrinsic, LifetimeIntrinsic, AssumeInst>(call)) return;
  }
  if (has_effect(instruction)) {
    const Candidate* plan = wide_.plan.of(instruction);
    const bool is_combined = plan && plan->strategy == &kCombined;
    return is_combined ? combined_atomic(wide_, cast<AtomicRMWInst>(instruction))
                       : lane_loop(wide_, instruction);
  }
  if (wide_.shapes.of(&instruction).has_base()) return scalar_instruction(wide_, instruction);
  vector_instruction(instruction);
}

void WideInstructions::vector_instruction(Instruction& instruction) {
  if (auto* intrinsic = dyn_cast<IntrinsicInst>(&instruction)) return this->intrinsic(*intrinsic);
  if (const Opaque operation = called_opaque(instruction); operation != Opaque::None) {
    return arithmetic(cast<CallBase>(instruction), [&](ArrayRef<Value*> operands) {
      return make_opaque(wide_.at, operation, operands);
    });
  }
  if (auto* extract = dyn_cast<ExtractValueInst>(&instruction)) {
    const WideValue& from = wide_.known(extract->getAggregateOperand());
    if (from.lanes.empty() && !from.vector.empty()) {
      for (unsigned row = 0; row < wide_.rows_of(instruction); ++row) {
        Value* all = wide_.vector(extract->getAggregateOperand(), row);
        wide_.set_vector(instruction, wide_.at.CreateExtractValue(all, extract->getIndices()));
      }
      return;
    }
  }
  auto* compare = dyn_cast<ICmpInst>(&instruction);
  if (compare && is_multiple_test(wide_, *compare)) return;
  if (works_on_small(wide_, instruction)) return small_instruction(wide_, instruction);
  if (divides_small(wide_, instruction))
    return small_division(wide_, cast<BinaryOperator>(instruction));
  auto* cut = dyn_cast<TruncInst>(&instruction);
  if (cut && !wide_.known(cut->getOperand(0)).small.empty()) {
    for (unsigned row = 0; row < wide_.rows_of(instruction); ++row) {
      Value* small = small_vector(wide_, cut->getOperand(0), row);
      wide_.set_vector(instruction,
                       wide_.at.CreateTrunc(small, wide_.widened(instruction.getType())));
    }
    return;
  }
  auto* operation = dyn_cast<BinaryOperator>(&instruction);
  if (operation && divides_as_float(*operation)) {
    for (unsigned row = 0; row < wide_.rows_of(instruction); ++row) {
      Value* dividend = wide_.vector(operation->getOperand(0), row);
      Value* divisor = operation->getOperand(1);
      divisor = wide_.shapes.of(divisor).is_uniform() ? wide_.scalar(divisor, row)
                                                      : wide_.vector(divisor, row);
      wide_.set_vector(instruction, divide(wide_, *operation, dividend, divisor));
    }
    return;
  }
  bool vectorizable =
      has_vector_form(instruction) && wide_.is_vectorizable(instruction.getType()) &&
      all_of(instruction.operand_values(),
             [&](const Value* operand) { return wide_.is_vectorizable(operand->getType()); });
  if (!vectorizable) return lane_instructions(instruction);
  for (unsigned row = 0; row < wide_.rows_of(instruction); ++row) {
    Instruction* copy = instruction.clone();
    auto* select = dyn_cast<SelectInst>(&instruction);
    for (unsigned i = 0; i < copy->getNumOperands(); ++i) {
      Value* operand = instruction.getOperand(i);
      bool one_for_all = select && i == 0 && wide_.shapes.of(operand).is_uniform();
      // Operand and result types change together: set without the check of setOperand's users.
      copy->getOperandUse(i).set(one_for_all ? wide_.scalar(operand, row)
                                             : wide_.vector(operand, row));
    }
    copy->mutateType(wide_.widened(instruction.getType()));
    if (operation && operation->isIntDivRem() &&
        !wide_.shapes.of(operation->getOperand(1)).is_uniform())
      copy->getOperandUse(1).set(harmless_divisor(wide_, *operation, copy->getOperand(1)));
    wide_.at.Insert(copy, instruction.getName());
    wide_.set_vector(instruction, copy);
  }
}

/// Emits one copy for each lane. The instruction has no effect, so that inactive lanes do no harm.
void WideInstructions::lane_instructions(Instruction& instruction) {
  bool vectorizable = wide_.is_vectorizable(instruction.getType());
  for (unsigned row = 0; row < wide_.rows_of(instruction); ++row) {
    SmallVector<Value*, 0> results;
    for (unsigned index = 0; index < wide_.width; ++index) {
      Instruction* copy = instruction.clone();
      for (unsigned i = 0; i < copy->getNumOperands(); ++i) {
        if (!isa<BasicBlock, Function>(copy->getOperand(i)))
          copy->setOperand(i, wide_.lane(instruction.getOperand(i), row, index, wide_.at));
      }
      wide_.at.Insert(copy, instruction.getName());
      results.push_back(copy);
    }
    if (!vectorizable) {
      wide_.set_lanes(instruction, results);
      continue;
    }
    wide_.set_vector(instruction, wide_.joined(results));
  }
  std::string what = instruction.getOpcodeName();
  if (auto* call = dyn_cast<CallBase>(&instruction); call && call->getCalledFunction())
    what = call->getCalledFunction()->getName().str();
  wide_.report.note("one lane after the other: " + what, instruction);
}

/// Emits a conversion with a direction, which is metadata.
void WideInstructions::rounded(IntrinsicInst& call) {
  for (unsigned row = 0; row < wide_.rows_of(call); ++row) {
    Value* operand = wide_.vector(call.getArgOperand(0), row);
    wide_.set_vector(call,
                     wide_.at.CreateIntrinsic(Intrinsic::fptrunc_round,
                                              {wide_.widened(call.getType()), operand->getType()},
                                              {operand, call.getArgOperand(1)}));
  }
}

void WideInstructions::intrinsic(IntrinsicInst& call) {
  Intrinsic::ID id = call.getIntrinsicID();
  bool overflow = is_with_overflow(call);
  if (id == Intrinsic::fptrunc_round) return rounded(call);
  if (!overflow && !isTriviallyVectorizable(id)) return lane_instructions(call);
  for (unsigned row = 0; row < wide_.rows_of(call); ++row) {
    SmallVector<Value*> operands;
    SmallVector<Type*> overloads;
    if (!overflow && isVectorIntrinsicWithOverloadTypeAtArg(id, -1, nullptr))
      overloads.push_back(wide_.widened(call.getType()));
    for (unsigned i = 0; i < call.arg_size(); ++i) {
      Value* operand = call.getArgOperand(i);
      bool stays = !overflow && isVectorIntrinsicWithScalarOpAtArg(id, i, nullptr);
      operands.push_back(stays ? wide_.scalar(operand, row) : wide_.vector(operand, row));
      if (overflow ? i == 0 : isVectorIntrinsicWithOverloadTypeAtArg(id, i, nullptr))
        overloads.push_back(operands.back()->getType());
    }
    Function* callee = Intrinsic::getOrInsertDeclaration(wide_.target.getParent(), id, overloads);
    CallInst* copy = wide_.at.CreateCall(callee, operands, call.getName());
    if (isa<FPMathOperator>(call)) copy->copyFastMathFlags(&call);
    wide_.set_vector(call, copy);
  }
}

/// Emits a call of an internal intrinsic. Returns false for one that is treated like any other
/// call.
bool WideInstructions::internal(CallBase& call) {
  switch (called_internal(call)) {
    case Internal::None:
      return false;
    case Internal::IsLocal:
    case Internal::IsPrivate:
      if (wide_.shapes.of(&call).has_base()) {
        scalar_instruction(wide_, call);
      } else {
        lane_instructions(call);
      }
      return true;
    case Internal::Mask:
      wide_.set_block_mask(call.getArgOperand(0));
      return true;
    case Internal::Any:
      wide_.set_base(call, test_tile(wide_, call.getArgOperand(0), /*for_all=*/false));
      return true;
    case Internal::All:
      wide_.set_base(call, test_tile(wide_, call.getArgOperand(0), /*for_all=*/true));
      return true;
    case Internal::LanesReduce:
    case Internal::LanesScan:
    case Internal::LanesShift:
      collective(wide_, call);
      return true;
    case Internal::LaneId:
      wide_.set_base(call, ConstantInt::get(call.getType(), 0));
      return true;
    case Internal::LanesBroadcast:
    case Internal::LanesShuffle:
    case Internal::LanesFill:
    case Internal::LanesBallot:
      exchange(wide_, call);
      return true;
    case Internal::Texels:
      arithmetic(call, [](ArrayRef<Value*> operands) { return operands[0]; });
      return true;
    case Internal::MixBytes:
      arithmetic(call, [&](ArrayRef<Value*> operands) {
        return mixed_bytes(wide_.at, operands, mixed_channel(call), wide_.machine);
      });
      return true;
    case Internal::DotBytes:
      arithmetic(call, [&](ArrayRef<Value*> operands) {
        const auto [a, b] = dot_operands(call, operands[0], operands[1]);
        return dot_bytes(wide_.at, a, b, wide_.machine, wide_.emit.techniques);
      });
      return true;
    case Internal::Pick:
      pick(wide_, call);
      return true;
    case Internal::VectorBarrier:
      // All lanes have arrived, with their accesses done: only those of other groups remain to be
      // ordered.
      if (is_fence(call)) wide_.at.CreateFence(AtomicOrdering::AcquireRelease);
      return true;
    case Internal::LaneMask:
      wide_.set_vector(call,
                       wide_.at.CreateCall(wide_lane_mask(*wide_.target.getParent(), wide_.width)));
      return true;
    case Internal::Barrier: {
      // Operands that are not constant belong to the scalar code. Unknown scopes count as the
      // widest.
      for (Use& operand : cast<CallBase>(wide_.at.Insert(call.clone()))->args())
        if (!isa<Constant>(operand)) operand.set(Constant::getAllOnesValue(operand->getType()));
      return true;
    }
    case Internal::LocalId:
    case Internal::GlobalId: {
      bool steps = wide_.shapes.of(&call).rows;
      auto* copy = wide_.at.Insert(call.clone(), call.getName());
      wide_.set_base(call, copy);
      for (unsigned row = 1; steps && row < wide_.lanes.rows; ++row)
        wide_.set_base(call, wide_.at.CreateNUWAdd(copy, ConstantInt::get(call.getType(), row)));
      return true;
    }
    default:
      scalar_instruction(wide_, call);
      return true;
  }
}

/// Emits an intrinsic without effects: `made` emits it from its operands.
void WideInstructions::arithmetic(CallBase& call, function_ref<Value*(ArrayRef<Value*>)> made) {
  const bool is_uniform = wide_.shapes.of(&call).is_uniform();
  for (unsigned row = 0; row < wide_.rows_of(call); ++row) {
    SmallVector<Value*> operands;
    for (Value* operand : call.args())
      operands.push_back(is_uniform ? wide_.scalar(operand, row) : wide_.vector(operand, row));
    Value* result = made(operands);
    is_uniform ? wide_.set_base(call, result) : wide_.set_vector(call, result);
  }
}

/// Emits an offset into an interleaved array, in which each byte offset counts once for each lane.
/// `word`: the type to compute with, an integer or a vector of them.
Value* WideInstructions::scaled_offset(GetElementPtrInst& gep, unsigned row, Type* word) {
  const Address address(cast<GEPOperator>(gep), wide_.layout);
  Value* offset = ConstantInt::getSigned(word, address.offset * wide_.width);
  for (const AddressTerm& term : address.terms) {
    Value* index =
        word->isVectorTy() ? wide_.vector(term.index, row) : wide_.scalar(term.index, row);
    Value* step = wide_.at.CreateMul(wide_.at.CreateSExtOrTrunc(index, word),
                                     ConstantInt::get(word, term.scale * wide_.width));
    offset = wide_.at.CreateAdd(offset, step);
  }
  return offset;
}

Value* WideInstructions::scaled_pointer(GetElementPtrInst& gep, unsigned row, bool as_vector) {
  Value* from = gep.getPointerOperand();
  if (!as_vector) {
    Value* offset = scaled_offset(gep, row, wide_.at.getInt64Ty());
    return wide_.at.CreateGEP(wide_.at.getInt8Ty(), wide_.scalar(from, row), offset, gep.getName());
  }
  // Gathers take one base and 32-bit offsets; no variable has 2 GB.
  Shape shape = wide_.shapes.of(from);
  Type* word = wide_.widened(wide_.at.getInt32Ty());
  Value* offset = scaled_offset(gep, row, word);
  if (!shape.has_base())
    return wide_.at.CreateGEP(wide_.at.getInt8Ty(), wide_.vector(from, row), offset, gep.getName());
  offset = wide_.at.CreateAdd(offset, wide_.iota(wide_.at.getInt32Ty(), shape.stride));
  return wide_.at.CreateGEP(wide_.at.getInt8Ty(), wide_.scalar(from, row), offset, gep.getName());
}

void WideInstructions::pointer(GetElementPtrInst& gep) {
  const Shape shape = wide_.shapes.of(&gep);
  const bool has_base = shape.has_base(), is_scaled = shape.interleaved;
  if (has_base && shape.is_modular) return;  // computed where it is used, for the lanes that use it
  if (has_base && !is_scaled) return scalar_instruction(wide_, gep);
  for (unsigned row = 0; row < wide_.rows_of(gep); ++row) {
    if (is_scaled) {
      Value* result = scaled_pointer(gep, row, !has_base);
      if (has_base) {
        wide_.set_base(gep, result);
      } else {
        wide_.set_vector(gep, result);
      }
      continue;
    }
    // Uniform operands stay scalars: gathers take a base with a vector of offsets.
    SmallVector<Value*> indices;
    bool is_vector = false;
    auto operand = [&](Value* value) {
      bool one = wide_.shapes.of(value).is_uniform();
      is_vector |= !one;
      return one ? wide_.scalar(value, row) : wide_.vector(value, row);
    };
    Value* base = operand(gep.getPointerOperand());
    for (Use& index : gep.indices()) indices.push_back(operand(index.get()));
    Value* result = wide_.at.CreateGEP(gep.getSourceElementType(), base, indices, gep.getName());
    wide_.set_vector(gep, is_vector ? result : wide_.at.CreateVectorSplat(wide_.width, result));
  }
}

/// Emits the variables of all lanes and rows, one after the other or interleaved.
void WideInstructions::alloca(AllocaInst& alloca) {
  uint64_t size = alloca.getAllocationSize(wide_.layout)->getFixedValue();
  bool interleaved = wide_.shapes.of(&alloca).interleaved;
  uint64_t each = interleaved ? size : private_stride(alloca, size);
  auto* type = ArrayType::get(wide_.at.getInt8Ty(), each * wide_.width);
  IRBuilder<> front(&wide_.target.getEntryBlock(), wide_.target.getEntryBlock().begin());
  for (unsigned row = 0; row < wide_.rows_of(alloca); ++row) {
    AllocaInst* copy = front.CreateAlloca(type, nullptr, alloca.getName());
    copy->setAlignment(std::max(alloca.getAlign(), Align(64)));
    copy->copyMetadata(alloca);
    wide_.set_base(alloca, copy);
  }
}

}  // namespace heddle::compiler
