// SPDX-License-Identifier: Apache-2.0
#include "claims_trace.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Module.h>

#include "compiler/ir/intrinsics.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

/// Traced kernels call this.
void write_trace(Trace* trace, uint64_t number, uint64_t is_defined, uint64_t bits,
                 uint64_t global0, uint64_t global1, uint64_t global2, uint64_t local0,
                 uint64_t local1, uint64_t local2, uint64_t group0, uint64_t group1,
                 uint64_t group2, uint64_t iteration0, uint64_t iteration1, uint64_t iteration2,
                 uint64_t iteration3) {
  if (!is_defined) return;
  const Iterations when{iteration0, iteration1, iteration2, iteration3};
  (*trace)[number][when].push_back(
      {{global0, global1, global2}, {local0, local1, local2}, {group0, group1, group2}, bits});
}

/// Returns where code after `value` and after the mask of its block may stand.
BasicBlock::iterator after(Instruction& value) {
  if (!isa<PHINode>(value)) return std::next(value.getIterator());
  BasicBlock::iterator at = value.getParent()->getFirstInsertionPt();
  return called_internal(*at) == Internal::Mask ? std::next(at) : at;
}

BasicBlock::iterator start_of(BasicBlock& block) {
  BasicBlock::iterator at = block.getFirstInsertionPt();
  return called_internal(*at) == Internal::Mask ? std::next(at) : at;
}

}  // namespace

Tracer::Tracer(Function& kernel, const LoopInfo& loops, Trace& trace)
    : kernel_(kernel), loops_(loops), trace_(trace) {
  BasicBlock& entry = kernel.getEntryBlock();
  IRBuilder<> at(&entry, entry.getFirstInsertionPt());
  auto* type = FunctionType::get(at.getInt64Ty(), {at.getInt32Ty()}, false);
  for (const char* name : {"__hd_global_id", "__hd_local_id", "__hd_group_id"}) {
    FunctionCallee id = kernel.getParent()->getOrInsertFunction(name, type);
    for (unsigned d = 0; d < 3; ++d) ids_.push_back(at.CreateCall(id, at.getInt32(d)));
  }
  for (const Loop* loop : loops.getLoopsInPreorder()) {
    BasicBlock* header = loop->getHeader();
    at.SetInsertPoint(header, header->begin());
    PHINode* number = at.CreatePHI(at.getInt64Ty(), 2, "iteration");
    for (BasicBlock* from : predecessors(header)) {
      at.SetInsertPoint(from->getTerminator());
      number->addIncoming(
          loop->contains(from) ? at.CreateAdd(number, at.getInt64(1)) : at.getInt64(0), from);
    }
    iterations_[loop] = number;
  }
}

bool Tracer::can_trace(const Instruction& value) {
  const Type* type = value.getType();
  if (!type->isIntOrPtrTy() && !type->isFloatTy() && !type->isDoubleTy()) return false;
  if (type->isIntegerTy() && type->getIntegerBitWidth() > 64) return false;
  const Internal intrinsic = called_internal(value);
  // A vector's, and another thing in scalar code.
  if (intrinsic == Internal::Any || intrinsic == Internal::All || intrinsic == Internal::LaneMask)
    return false;
  // A lane's variables lie elsewhere than a work-item's.
  return !type->isPointerTy() || !isa<AllocaInst>(getUnderlyingObject(&value));
}

/// Is the value none that LLVM or the linearisation put in where a work-item needs none? Null: it
/// always is.
Value* Tracer::is_defined(Value& value) {
  if (isa<UndefValue>(value)) return ConstantInt::getFalse(kernel_.getContext());
  auto* instruction = dyn_cast<Instruction>(&value);
  if (!instruction || is_contained(ids_, &value)) return nullptr;
  if (const auto known = defined_.find(&value); known != defined_.end()) return known->second;
  if (auto* phi = dyn_cast<PHINode>(instruction)) return defined_phi(*phi);
  IRBuilder<> at(instruction->getParent(), after(*instruction));
  Value* result = nullptr;
  const auto join = [&](Value* other) {
    if (other) result = result ? at.CreateAnd(result, other) : other;
  };
  if (auto* select = dyn_cast<SelectInst>(instruction)) {
    Value* first = is_defined(*select->getTrueValue());
    Value* second = is_defined(*select->getFalseValue());
    if (first || second)
      result = at.CreateSelect(select->getCondition(), first ? first : at.getTrue(),
                               second ? second : at.getTrue());
    join(is_defined(*select->getCondition()));
  } else {
    for (Value* operand : instruction->operand_values())
      if (!isa<BasicBlock>(operand)) join(is_defined(*operand));
  }
  return defined_[instruction] = result;
}

Value* Tracer::defined_phi(PHINode& phi) {
  IRBuilder<> at(&phi);
  PHINode* result = at.CreatePHI(at.getInt1Ty(), phi.getNumIncomingValues(), "defined");
  defined_[&phi] = result;
  for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
    Value* incoming = is_defined(*phi.getIncomingValue(i));
    result->addIncoming(incoming ? incoming : at.getTrue(), phi.getIncomingBlock(i));
  }
  return result;
}

unsigned Tracer::add(Instruction& value, BasicBlock* block) {
  Value* defined = is_defined(value);
  BasicBlock& where = block ? *block : *value.getParent();
  IRBuilder<> at(&where, block ? start_of(*block) : after(value));
  if (auto* last = dyn_cast_or_null<Instruction>(defined);
      last && !block && last->getParent() == &where && value.comesBefore(last))
    at.SetInsertPoint(&where, after(*last));
  const auto address = [&](const void* of) {
    return at.CreateIntToPtr(at.getInt64(reinterpret_cast<uint64_t>(of)), at.getPtrTy());
  };
  const unsigned number = trace_.size();
  trace_.emplace_back();
  Value* bits = at.CreateFreeze(&value);
  if (value.getType()->isPointerTy()) {
    bits = at.CreatePtrToInt(bits, at.getInt64Ty());
  } else {
    const unsigned width = value.getType()->getPrimitiveSizeInBits();
    bits = at.CreateZExt(at.CreateBitCast(bits, at.getIntNTy(width)), at.getInt64Ty());
  }
  SmallVector<const Loop*> around;
  for (const Loop* loop = loops_.getLoopFor(&where); loop; loop = loop->getParentLoop())
    around.push_back(loop);
  SmallVector<Value*> when;
  for (const Loop* loop : reverse(around)) when.push_back(iterations_.lookup(loop));
  when.resize(kMaxDepth, at.getInt64(0));
  Value* is_traced = at.CreateZExt(defined ? defined : at.getTrue(), at.getInt64Ty());
  SmallVector<Value*> arguments{address(&trace_), at.getInt64(number), is_traced, bits};
  append_range(arguments, ids_);
  append_range(arguments, when);
  SmallVector<Type*> types;
  for (const Value* argument : arguments) types.push_back(argument->getType());
  auto* type = FunctionType::get(at.getVoidTy(), types, false);
  at.CreateCall(type, address(reinterpret_cast<const void*>(&write_trace)), arguments);
  return number;
}

}  // namespace heddle::compiler
