// SPDX-License-Identifier: Apache-2.0
#include "compiler/check/bounds.h"

#include <llvm/Analysis/Utils/Local.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <cstddef>

#include "compiler/check/accesses.h"
#include "compiler/ir/address_spaces.h"
#include "compiler/ir/kernel_context.h"
#include "compiler/ir/marks.h"

namespace heddle::compiler {
using namespace llvm;

Bounds::Bounds(Function& kernel, const KernelContext& context, CheckServices& services,
               InVariables in_variables)
    : kernel_(kernel),
      context_(context),
      services_(services),
      in_variables_(in_variables),
      slots_(kernel, /*may_be_cleared=*/in_variables != nullptr),
      word_(Type::getInt64Ty(kernel.getContext())),
      entry_(&kernel.getEntryBlock(), kernel.getEntryBlock().getFirstNonPHIOrDbgOrAlloca()) {}

Value* Bounds::number(uint64_t value) const {
  return ConstantInt::get(word_, value);
}

Place Bounds::unknown() const {
  if (in_variables_) return {number(0), number(0), number(0), nullptr, 1};
  Value* bytes = number(HD_UNKNOWN_BYTES);
  return {number(HD_UNKNOWN_BYTES / 2), bytes, bytes, nullptr, HD_MAX_TYPE_ALIGN};
}

Place Bounds::of(Value& pointer) {
  if (const auto known = known_.find(&pointer); known != known_.end()) return known->second;
  const Place place = make(pointer);
  known_.insert({&pointer, place});
  return place;
}

Place Bounds::make(Value& pointer) {
  const DataLayout& layout = kernel_.getDataLayout();
  if (auto* address = dyn_cast<GEPOperator>(&pointer)) return of_address(*address);
  if (auto* constant = dyn_cast<Constant>(&pointer)) return of_constant(*constant);
  if (auto* argument = dyn_cast<Argument>(&pointer)) return of_argument(*argument);
  if (auto* variable = dyn_cast<AllocaInst>(&pointer)) {
    const auto size = variable->getAllocationSize(layout);
    return size ? of_object(*variable, size->getFixedValue(), false) : unknown();
  }
  if (auto* cast = dyn_cast<CastInst>(&pointer); cast && !isa<IntToPtrInst>(cast))
    return of(*cast->getOperand(0));
  auto* frozen = dyn_cast<FreezeInst>(&pointer);
  const bool is_found = in_variables_ && frozen && isa<LoadInst>(frozen->getOperand(0));
  if (frozen && !is_found) return of(*frozen->getOperand(0));
  if (auto* phi = dyn_cast<PHINode>(&pointer)) return of_phi(*phi);
  if (auto* select = dyn_cast<SelectInst>(&pointer)) return of_select(*select);
  if (auto* load = dyn_cast<LoadInst>(&pointer); load && slots_.has(*load->getPointerOperand()))
    return of_load(*load);
  auto* instruction = dyn_cast<Instruction>(&pointer);
  if (!instruction || is_trusted(*instruction, context_)) return unknown();
  return found(*instruction);
}

Place Bounds::of_object(Value& object, uint64_t bytes, bool is_constant) {
  const uint64_t align = object.getPointerAlignment(kernel_.getDataLayout()).value();
  return {number(0), number(bytes), number(is_constant ? 0 : bytes), &object, align};
}

Place Bounds::of_constant(Constant& constant) {
  if (isa<ConstantPointerNull, UndefValue>(constant))
    return {number(0), number(0), number(0), nullptr, HD_MAX_TYPE_ALIGN};
  if (auto* variable = dyn_cast<GlobalVariable>(&constant)) {
    const TypeSize size = kernel_.getDataLayout().getTypeAllocSize(variable->getValueType());
    return of_object(*variable, size.getFixedValue(),
                     variable->isConstant() || variable->getAddressSpace() == kConstant);
  }
  auto* expression = dyn_cast<ConstantExpr>(&constant);
  if (expression && expression->isCast() && expression->getOpcode() != Instruction::IntToPtr)
    return of(*expression->getOperand(0));
  return unknown();
}

Value* Bounds::argument_field(const Argument& argument, size_t field) {
  if (!table_) {
    LoadInst* table = entry_.CreateLoad(entry_.getPtrTy(), services_.table(), "bounds");
    table->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(kernel_.getContext(), {}));
    mark_of_check(*table);
    table_ = table;
  }
  const uint64_t word = context_.record.args[argument.getArgNo()].offset / sizeof(uint64_t);
  Value* at =
      entry_.CreateConstGEP1_64(entry_.getInt8Ty(), table_, word * sizeof(hd_bounds) + field);
  LoadInst* load = entry_.CreateLoad(word_, at, argument.getName());
  load->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(kernel_.getContext(), {}));
  mark_of_check(*load);
  return load;
}

Place Bounds::of_argument(Argument& argument) {
  const DataLayout& layout = kernel_.getDataLayout();
  if (argument.hasByValAttr())
    return of_object(argument, layout.getTypeAllocSize(argument.getParamByValType()), false);
  const auto& args = context_.record.args;
  if (argument.getArgNo() >= args.size()) return unknown();
  const ArgRecord& record = args[argument.getArgNo()];
  const bool is_checked = record.kind == ArgKind::Pointer || record.kind == ArgKind::Local;
  if (!is_checked || !argument.getType()->isPointerTy()) return unknown();
  Value* readable = argument_field(argument, offsetof(hd_bounds, readable));
  if (record.kind == ArgKind::Local)
    return {number(0), readable, readable, &argument, HD_MAX_TYPE_ALIGN};
  Value* address = entry_.CreatePtrToInt(&argument, word_);
  Value* begin = argument_field(argument, offsetof(hd_bounds, begin));
  return {entry_.CreateSub(address, begin), readable,
          argument_field(argument, offsetof(hd_bounds, writable)), &argument, HD_MAX_TYPE_ALIGN};
}

Place Bounds::of_address(GEPOperator& address) {
  if (!address.getType()->isPointerTy()) return unknown();
  Place place = of(*address.getPointerOperand());
  const DataLayout& layout = kernel_.getDataLayout();
  APInt constant(64, 0);
  if (address.accumulateConstantOffset(layout, constant)) {
    if (constant.isZero()) return place;
    place.align = std::min<uint64_t>(place.align, uint64_t{1} << constant.countr_zero());
    if (auto* before = dyn_cast<ConstantInt>(place.offset)) {
      place.offset = ConstantInt::get(word_, before->getValue() + constant);
      return place;
    }
  }
  auto* instruction = dyn_cast<Instruction>(&address);
  if (!instruction) return unknown();
  IRBuilder<> at(instruction);
  Value* distance = at.CreateSExtOrTrunc(emitGEPOffset(&at, layout, &address), word_);
  const unsigned zeros = computeKnownBits(distance, layout).countMinTrailingZeros();
  place.align = std::min(place.align, uint64_t{1} << std::min(zeros, 63U));
  place.offset = at.CreateAdd(place.offset, distance);
  return place;
}

Place Bounds::of_phi(PHINode& phi) {
  const unsigned count = phi.getNumIncomingValues();
  IRBuilder<> at(&phi);
  const auto make = [&](const char* name) { return at.CreatePHI(word_, count, name); };
  PHINode* offset = make("offset");
  PHINode* readable = make("readable");
  PHINode* writable = make("writable");
  known_.insert({&phi, {offset, readable, writable, nullptr, HD_MAX_TYPE_ALIGN}});
  const Value* object = nullptr;
  uint64_t align = HD_MAX_TYPE_ALIGN;
  bool is_same = true;
  for (unsigned i = 0; i < count; ++i) {
    Value* incoming = phi.getIncomingValue(i);
    const Place place = of(*incoming);
    BasicBlock* from = phi.getIncomingBlock(i);
    offset->addIncoming(place.offset, from);
    readable->addIncoming(place.readable, from);
    writable->addIncoming(place.writable, from);
    align = std::min(align, place.align);
    if (place.readable == readable && place.writable == writable) continue;  // the pointer moves on
    is_same &= place.object && (!object || object == place.object);
    object = place.object;
  }
  // Most loops that move a pointer on stay in one object, whose size is known before.
  const auto settle = [](PHINode* sizes) -> Value* {
    Value* only = sizes->hasConstantValue();
    return only ? only : sizes;
  };
  Value* all_readable = settle(readable);
  Value* all_writable = settle(writable);
  const Place place{offset, all_readable, all_writable, is_same ? object : nullptr, align};
  for (auto& [pointer, known] : known_) {
    if (known.readable != readable) continue;
    known.readable = all_readable;
    if (known.writable == writable) known.writable = all_writable;
    if (!known.object) known.object = place.object;
    known.align = std::min(known.align, align);
  }
  if (all_readable != readable) readable->replaceAllUsesWith(all_readable);
  if (all_writable != writable) writable->replaceAllUsesWith(all_writable);
  known_.erase(&phi);
  return place;
}

Place Bounds::of_select(SelectInst& select) {
  const Place a = of(*select.getTrueValue()), b = of(*select.getFalseValue());
  IRBuilder<> at(&select);
  Value* condition = select.getCondition();
  const auto choose = [&](Value* x, Value* y) {
    return x == y ? x : at.CreateSelect(condition, x, y);
  };
  return {choose(a.offset, b.offset), choose(a.readable, b.readable),
          choose(a.writable, b.writable), a.object == b.object ? a.object : nullptr,
          std::min(a.align, b.align)};
}

Place Bounds::of_load(LoadInst& load) {
  Value& address = *load.getPointerOperand();
  const Place place = of(address);
  IRBuilder<> at(&load);
  auto [offset, readable, writable] = slots_.load(at, address, place.offset);
  if (in_variables_) {
    // The slot has the object's address: whatever the pointer is, it is compared with that.
    at.SetInsertPoint(load.getParent(), *load.getInsertionPointAfterDef());
    offset = at.CreateSub(at.CreatePtrToInt(&load, word_), offset);
  }
  return {offset, readable, writable, nullptr, 1};
}

void Bounds::follow_stores() {
  for (StoreInst* store : slots_.stores()) {
    Value& address = *store->getPointerOperand();
    const Place place = of(address), stored = of(*store->getValueOperand());
    IRBuilder<> at(store);
    Value* offset = stored.offset;
    if (in_variables_)
      offset = at.CreateSub(at.CreatePtrToInt(store->getValueOperand(), word_), offset);
    slots_.store(at, address, place.offset, {offset, stored.readable, stored.writable});
  }
}

Value& Bounds::answer() {
  if (!answer_) {
    IRBuilder<> at(&kernel_.getEntryBlock(), kernel_.getEntryBlock().begin());
    AllocaInst* memory = at.CreateAlloca(ArrayType::get(word_, 3), nullptr, "found");
    memory->setAlignment(Align(alignof(hd_bounds)));
    mark_transient(*memory);
    answer_ = memory;
  }
  return *answer_;
}

Place Bounds::found(Instruction& pointer) {
  IRBuilder<> at(pointer.getParent(), *pointer.getInsertionPointAfterDef());
  at.SetCurrentDebugLocation(pointer.getDebugLoc());
  PointerType* type = PointerType::get(kernel_.getContext(), 0);
  Value* plain = pointer.getType() == type ? &pointer : at.CreateAddrSpaceCast(&pointer, type);
  services_.find_bounds(at, plain, &answer());
  const auto field = [&](size_t offset) {
    LoadInst* load = at.CreateLoad(word_, at.CreateConstGEP1_64(at.getInt8Ty(), &answer(), offset));
    mark_of_check(*load);
    return load;
  };
  Value* begin = field(offsetof(hd_bounds, begin));
  Value* readable = field(offsetof(hd_bounds, readable));
  Value* writable = field(offsetof(hd_bounds, writable));
  Value* offset = at.CreateSub(at.CreatePtrToInt(&pointer, word_), begin);
  const Place place{offset, readable, writable, nullptr, 1};
  return in_variables_ ? in_variables_(at, pointer, place) : place;
}

}  // namespace heddle::compiler
