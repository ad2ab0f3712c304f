// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/intrinsics.h"

#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>

namespace heddle::compiler {
using namespace llvm;

namespace {

constexpr uint64_t kYieldScope = 16;  // no memory_scope of OpenCL C

}  // namespace

Internal internal_of(const Function& function) {
  StringRef name = function.getName();
  if (!name.consume_front("__hd_")) return Internal::None;
  if (name.starts_with("lane_mask.")) return Internal::LaneMask;
  if (name.starts_with("service_")) return Internal::Service;
  if (name.starts_with("pick_")) return Internal::Pick;
  if (name.starts_with("lanes_reduce_")) return Internal::LanesReduce;
  if (name.starts_with("lanes_scan_")) return Internal::LanesScan;
  if (name.starts_with("lanes_shift_")) return Internal::LanesShift;
  if (name.starts_with("lanes_broadcast_")) return Internal::LanesBroadcast;
  if (name.starts_with("lanes_shuffle_")) return Internal::LanesShuffle;
  if (name.starts_with("lanes_fill_")) return Internal::LanesFill;
  return StringSwitch<Internal>(name)
      .Case("local_id", Internal::LocalId)
      .Case("group_id", Internal::GroupId)
      .Case("local_size", Internal::LocalSize)
      .Case("enqueued_local_size", Internal::EnqueuedLocalSize)
      .Case("global_size", Internal::GlobalSize)
      .Case("global_offset", Internal::GlobalOffset)
      .Case("num_groups", Internal::NumGroups)
      .Case("work_dim", Internal::WorkDim)
      .Case("barrier", Internal::Barrier)
      .Case("group_scratch", Internal::GroupScratch)
      .Case("is_local", Internal::IsLocal)
      .Case("is_private", Internal::IsPrivate)
      .Case("local_memory", Internal::LocalMemory)
      .Case("named_barrier", Internal::NamedBarrier)
      .Case("globals", Internal::Globals)
      .Case("launch", Internal::Launch)
      .Cases({"image_u32", "image_u64"}, Internal::ImageField)
      .Case("texels", Internal::Texels)
      .Case("is_same", Internal::IsSame)
      .Case("mix_bytes", Internal::MixBytes)
      .Case("dot_bytes", Internal::DotBytes)
      .Case("global_id", Internal::GlobalId)
      .Case("vector_index", Internal::VectorIndex)
      .Case("vector_count", Internal::VectorCount)
      .Case("vector_limit", Internal::VectorLimit)
      .Case("vector_barrier", Internal::VectorBarrier)
      .Case("lane_id", Internal::LaneId)
      .Case("lane_count", Internal::LaneCount)
      .Case("lane_limit", Internal::LaneLimit)
      .Case("lanes_ballot", Internal::LanesBallot)
      .Case("lane_mask", Internal::LaneMask)
      .Case("mask", Internal::Mask)
      .Case("any", Internal::Any)
      .Case("all", Internal::All)
      .Case("pinned", Internal::Pinned)
      .Default(Internal::None);
}

bool is_kept_builtin(const Function& function) {
  return function.getName().starts_with("__hd_call_");
}

Internal called_internal(const Instruction& instruction) {
  const auto* call = dyn_cast<CallBase>(&instruction);
  const Function* callee = call ? call->getCalledFunction() : nullptr;
  return callee && callee->isDeclaration() ? internal_of(*callee) : Internal::None;
}

bool has_barriers(const Function& kernel) {
  return any_of(instructions(kernel), [](const Instruction& instruction) {
    return called_internal(instruction) == Internal::Barrier;
  });
}

bool may_be_copied(const Instruction& instruction) {
  const Internal called = called_internal(instruction);
  const auto* call = dyn_cast<CallBase>(&instruction);
  return called != Internal::Barrier && called != Internal::VectorBarrier &&
         !(call && call->cannotDuplicate());
}

bool is_yield(const Instruction& instruction) {
  if (called_internal(instruction) != Internal::Barrier) return false;
  const auto* scope = dyn_cast<ConstantInt>(cast<CallBase>(instruction).getArgOperand(1));
  return scope && scope->getValue() == kYieldScope;
}

bool has_yields(const Function& kernel) {
  return any_of(instructions(kernel), is_yield);
}

void make_yield(Instruction& before) {
  IRBuilder<> at(&before);
  Type* number = at.getInt32Ty();
  FunctionCallee barrier = before.getModule()->getOrInsertFunction(
      "__hd_barrier", FunctionType::get(at.getVoidTy(), {number, number}, false));
  auto* function = cast<Function>(barrier.getCallee());
  function->setConvergent();
  function->setDoesNotThrow();
  at.CreateCall(barrier, {at.getInt32(0), at.getInt32(kYieldScope)})->setConvergent();
}

LaneOperation lane_operation(const CallBase& call) {
  StringRef name = call.getCalledFunction()->getName();
  name.consume_front("__hd_lanes_reduce_");
  name.consume_front("__hd_lanes_scan_");
  return StringSwitch<LaneOperation>(name.split('_').first)
      .Case("add", LaneOperation::Add)
      .Case("smin", LaneOperation::SMin)
      .Case("smax", LaneOperation::SMax)
      .Case("umin", LaneOperation::UMin)
      .Case("umax", LaneOperation::UMax)
      .Case("fadd", LaneOperation::FAdd)
      .Case("fmin", LaneOperation::FMin)
      .Case("mul", LaneOperation::Mul)
      .Case("fmul", LaneOperation::FMul)
      .Case("and", LaneOperation::And)
      .Case("or", LaneOperation::Or)
      .Case("xor", LaneOperation::Xor)
      .Default(LaneOperation::FMax);
}

unsigned dimension(const CallBase& call) {
  return cast<ConstantInt>(call.getArgOperand(0))->getZExtValue();
}

FunctionCallee pointer_internal(Module& module, Internal intrinsic) {
  const char* name = intrinsic == Internal::LocalMemory ? "__hd_local_memory"
                     : intrinsic == Internal::Globals   ? "__hd_globals"
                                                        : "__hd_launch";
  LLVMContext& context = module.getContext();
  FunctionCallee callee = module.getOrInsertFunction(name, PointerType::get(context, 0));
  auto* function = cast<Function>(callee.getCallee());
  function->setDoesNotAccessMemory();
  function->setDoesNotThrow();
  function->setWillReturn();
  return callee;
}

namespace {

FunctionCallee pure_intrinsic(Module& module, const Twine& name, FunctionType* type) {
  FunctionCallee callee = module.getOrInsertFunction(name.str(), type);
  auto* function = cast<Function>(callee.getCallee());
  function->setDoesNotAccessMemory();
  function->setDoesNotThrow();
  function->setWillReturn();
  return callee;
}

}  // namespace

FunctionCallee id_internal(Module& module, Internal intrinsic) {
  const char* name = intrinsic == Internal::GroupId    ? "__hd_group_id"
                     : intrinsic == Internal::LocalId  ? "__hd_local_id"
                     : intrinsic == Internal::GlobalId ? "__hd_global_id"
                                                       : "__hd_global_offset";
  LLVMContext& context = module.getContext();
  auto* type = FunctionType::get(Type::getInt64Ty(context), {Type::getInt32Ty(context)}, false);
  return pure_intrinsic(module, name, type);
}

FunctionCallee lane_internal(Module& module, Internal intrinsic) {
  Type* flag = Type::getInt1Ty(module.getContext());
  auto* predicate = FunctionType::get(flag, {flag}, false);
  switch (intrinsic) {
    case Internal::LaneMask:
      return pure_intrinsic(module, "__hd_lane_mask", FunctionType::get(flag, false));
    case Internal::Mask:  // a marker that must stay at its place
      return module.getOrInsertFunction("__hd_mask", Type::getVoidTy(module.getContext()), flag);
    case Internal::Any:
      return pure_intrinsic(module, "__hd_any", predicate);
    default:
      return pure_intrinsic(module, "__hd_all", predicate);
  }
}

FunctionCallee pick_internal(Module& module, IntegerType& type, unsigned count) {
  const SmallVector<Type*> operands(count + 1, &type);
  return pure_intrinsic(module, "__hd_pick_" + Twine(count) + "_i" + Twine(type.getBitWidth()),
                        FunctionType::get(&type, operands, false));
}

FunctionCallee pinned_internal(Module& module) {
  Type* number = Type::getInt64Ty(module.getContext());
  return pure_intrinsic(module, "__hd_pinned", FunctionType::get(number, {number}, false));
}

FunctionCallee wide_lane_mask(Module& module, unsigned width) {
  auto* mask = FixedVectorType::get(Type::getInt1Ty(module.getContext()), width);
  return pure_intrinsic(module, "__hd_lane_mask.v" + Twine(width), FunctionType::get(mask, false));
}

}  // namespace heddle::compiler
