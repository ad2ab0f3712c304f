// SPDX-License-Identifier: Apache-2.0
#include "compiler/check/services.h"

#include <cstddef>

#include "abi/check_abi.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/ir/kernel_context.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

constexpr const char* kOfCheck = "heddle.check";
constexpr const char* kBranchOfCheck = "heddle.check.branch";

/// Emits a load that may be hoisted, of what does not change during the launch.
LoadInst* load_fixed(IRBuilder<>& at, Value* base, uint64_t offset) {
  LoadInst* value =
      at.CreateLoad(at.getPtrTy(), at.CreateConstGEP1_64(at.getInt8Ty(), base, offset));
  value->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(at.getContext(), {}));
  mark_of_check(*value);
  return value;
}

}  // namespace

void mark_of_check(Instruction& instruction) {
  instruction.setMetadata(kOfCheck, MDNode::get(instruction.getContext(), {}));
}

bool is_of_check(const Instruction& instruction) {
  return instruction.hasMetadata(kOfCheck);
}

void mark_branch_of_check(BranchInst& branch) {
  branch.setMetadata(kBranchOfCheck, MDNode::get(branch.getContext(), {}));
}

bool is_branch_of_check(const BranchInst& branch) {
  return branch.isConditional() && branch.hasMetadata(kBranchOfCheck);
}

IRBuilder<> CheckServices::entry() {
  BasicBlock& block = kernel_.getEntryBlock();
  return {&block, block.getFirstNonPHIOrDbgOrAlloca()};
}

Value* CheckServices::launch() {
  if (!launch_) {
    IRBuilder<> at = entry();
    launch_ = at.CreateCall(pointer_internal(*kernel_.getParent(), Internal::Launch));
  }
  return launch_;
}

Value* CheckServices::table() {
  if (table_) return table_;
  launch();
  IRBuilder<> at(kernel_.getContext());
  auto* first = cast<Instruction>(launch_);
  at.SetInsertPoint(first->getParent(), std::next(first->getIterator()));
  Value* arguments = load_fixed(at, launch_, offsetof(hd_launch, args));
  return table_ = load_fixed(at, arguments, HD_CHECKS_OFFSET(context_.record.arg_block_size));
}

CallInst* CheckServices::call(IRBuilder<>& at, size_t function, ArrayRef<Value*> arguments,
                              Type* result) {
  LoadInst* callee = load_fixed(at, table(), function);
  SmallVector<Type*> types;
  for (Value* argument : arguments) types.push_back(argument->getType());
  FunctionType* type = FunctionType::get(result ? result : at.getVoidTy(), types, false);
  CallInst* made = at.CreateCall(type, callee, arguments);
  made->setDoesNotThrow();
  return made;
}

SmallVector<Value*> CheckServices::with_ids(IRBuilder<>& at, ArrayRef<Value*> facts) {
  SmallVector<Value*> arguments{table(), launch()};
  append_range(arguments, facts);
  const FunctionCallee id = id_internal(*kernel_.getParent(), Internal::GlobalId);
  for (unsigned d = 0; d < 3; ++d) arguments.push_back(at.CreateCall(id, {at.getInt32(d)}));
  return arguments;
}

void CheckServices::report_access(IRBuilder<>& at, ArrayRef<Value*> facts) {
  report(at, offsetof(hd_checks, report_access), facts);
}

void CheckServices::report_result(IRBuilder<>& at, ArrayRef<Value*> facts) {
  report(at, offsetof(hd_checks, report_result), facts);
}

void CheckServices::report_uninitialised(IRBuilder<>& at, ArrayRef<Value*> facts) {
  report(at, offsetof(hd_checks, report_uninitialised), facts);
}

void CheckServices::poison(IRBuilder<>& at, Value* memory, Value* bytes, Constant* site) {
  if (!site) site = ConstantPointerNull::get(at.getPtrTy());
  mark_of_check(*call(at, offsetof(hd_checks, poison), {table(), memory, bytes, site}));
}

void CheckServices::copy_shadow(IRBuilder<>& at, Value* target, Value* source, Value* bytes) {
  mark_of_check(*call(at, offsetof(hd_checks, copy_shadow), {table(), target, source, bytes}));
}

Value* CheckServices::shadow_field(size_t offset) {
  auto* first = cast<Instruction>(table());
  IRBuilder<> at(first->getParent(), std::next(first->getIterator()));
  return load_fixed(at, load_fixed(at, first, offsetof(hd_checks, shadow)), offset);
}

void CheckServices::report(IRBuilder<>& at, size_t function, ArrayRef<Value*> facts) {
  CallInst* made = call(at, function, with_ids(at, facts));
  mark_of_check(*made);
  // Optimisation goes on as if there was no report.
  made->setMemoryEffects(MemoryEffects::inaccessibleOrArgMemOnly());
  made->addFnAttr(Attribute::WillReturn);
  made->addFnAttr(Attribute::Cold);
}

void CheckServices::find_bounds(IRBuilder<>& at, Value* pointer, Value* answer) {
  CallInst* made = call(at, offsetof(hd_checks, find_bounds), {table(), pointer, answer});
  made->setMemoryEffects(MemoryEffects::inaccessibleOrArgMemOnly());
  made->addFnAttr(Attribute::WillReturn);
}

void CheckServices::note_meeting(IRBuilder<>& at, Value* site) {
  call(at, offsetof(hd_checks, note_meeting), with_ids(at, {site}));
}

Value* CheckServices::note_copy(IRBuilder<>& at, ArrayRef<Value*> facts) {
  CallInst* made = call(at, offsetof(hd_checks, note_copy), with_ids(at, facts), at.getInt64Ty());
  mark_of_check(*made);
  return made;
}

void CheckServices::begin_item(IRBuilder<>& at, Value* item) {
  call(at, offsetof(hd_checks, begin_item), with_ids(at, {item}))
      ->setMemoryEffects(MemoryEffects::inaccessibleOrArgMemOnly());
}

void CheckServices::note_access(IRBuilder<>& at, ArrayRef<Value*> facts) {
  SmallVector<Value*> arguments{table()};
  append_range(arguments, facts);
  CallInst* made = call(at, offsetof(hd_checks, note_access), arguments);
  made->setMemoryEffects(MemoryEffects::inaccessibleOrArgMemOnly());
  made->addFnAttr(Attribute::WillReturn);
}

void CheckServices::note_acquire(IRBuilder<>& at, ArrayRef<Value*> facts) {
  SmallVector<Value*> arguments{table()};
  append_range(arguments, facts);
  // It stays after the access: it has an effect on all memory.
  call(at, offsetof(hd_checks, note_acquire), arguments);
}

void CheckServices::note_fence(IRBuilder<>& at, Value* item, Value* facts) {
  call(at, offsetof(hd_checks, note_fence), {table(), item, facts});
}

}  // namespace heddle::compiler
