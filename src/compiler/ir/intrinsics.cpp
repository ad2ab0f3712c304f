// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/intrinsics.h"

#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>

namespace heddle::compiler {
using namespace llvm;

Word word_of(const Function& function) {
  StringRef name = function.getName();
  if (!name.consume_front("__hd_")) return Word::None;
  if (name.starts_with("lane_mask.")) return Word::LaneMask;
  if (name.starts_with("service_")) return Word::Service;
  if (name.starts_with("pick_")) return Word::Pick;
  if (name.starts_with("lanes_reduce_")) return Word::LanesReduce;
  if (name.starts_with("lanes_scan_")) return Word::LanesScan;
  if (name.starts_with("lanes_shift_")) return Word::LanesShift;
  if (name.starts_with("lanes_broadcast_")) return Word::LanesBroadcast;
  if (name.starts_with("lanes_shuffle_")) return Word::LanesShuffle;
  if (name.starts_with("lanes_fill_")) return Word::LanesFill;
  return StringSwitch<Word>(name)
      .Case("local_id", Word::LocalId)
      .Case("group_id", Word::GroupId)
      .Case("local_size", Word::LocalSize)
      .Case("enqueued_local_size", Word::EnqueuedLocalSize)
      .Case("global_size", Word::GlobalSize)
      .Case("global_offset", Word::GlobalOffset)
      .Case("num_groups", Word::NumGroups)
      .Case("work_dim", Word::WorkDim)
      .Case("barrier", Word::Barrier)
      .Case("group_scratch", Word::GroupScratch)
      .Case("is_local", Word::IsLocal)
      .Case("is_private", Word::IsPrivate)
      .Case("local_memory", Word::LocalMemory)
      .Case("globals", Word::Globals)
      .Case("launch", Word::Launch)
      .Cases({"image_u32", "image_u64"}, Word::ImageField)
      .Case("is_same", Word::IsSame)
      .Case("mix_bytes", Word::MixBytes)
      .Case("dot_bytes", Word::DotBytes)
      .Case("global_id", Word::GlobalId)
      .Case("vector_index", Word::VectorIndex)
      .Case("vector_count", Word::VectorCount)
      .Case("vector_limit", Word::VectorLimit)
      .Case("vector_barrier", Word::VectorBarrier)
      .Case("lane_id", Word::LaneId)
      .Case("lane_count", Word::LaneCount)
      .Case("lane_limit", Word::LaneLimit)
      .Case("lanes_ballot", Word::LanesBallot)
      .Case("lane_mask", Word::LaneMask)
      .Case("mask", Word::Mask)
      .Case("any", Word::Any)
      .Case("all", Word::All)
      .Case("here", Word::Here)
      .Default(Word::None);
}

bool is_kept_builtin(const Function& function) {
  return function.getName().starts_with("__hd_call_");
}

Word called_word(const Instruction& instruction) {
  const auto* call = dyn_cast<CallBase>(&instruction);
  const Function* callee = call ? call->getCalledFunction() : nullptr;
  return callee && callee->isDeclaration() ? word_of(*callee) : Word::None;
}

bool has_barriers(const Function& kernel) {
  return any_of(instructions(kernel), [](const Instruction& instruction) {
    return called_word(instruction) == Word::Barrier;
  });
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

FunctionCallee pointer_word(Module& module, Word word) {
  const char* name = word == Word::LocalMemory ? "__hd_local_memory"
                     : word == Word::Globals   ? "__hd_globals"
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

FunctionCallee pure_word(Module& module, const Twine& name, FunctionType* type) {
  FunctionCallee callee = module.getOrInsertFunction(name.str(), type);
  auto* function = cast<Function>(callee.getCallee());
  function->setDoesNotAccessMemory();
  function->setDoesNotThrow();
  function->setWillReturn();
  return callee;
}

}  // namespace

FunctionCallee id_word(Module& module, Word word) {
  const char* name = word == Word::GroupId ? "__hd_group_id" : "__hd_global_offset";
  LLVMContext& context = module.getContext();
  auto* type = FunctionType::get(Type::getInt64Ty(context), {Type::getInt32Ty(context)}, false);
  return pure_word(module, name, type);
}

FunctionCallee lane_word(Module& module, Word word) {
  Type* flag = Type::getInt1Ty(module.getContext());
  auto* predicate = FunctionType::get(flag, {flag}, false);
  switch (word) {
    case Word::LaneMask:
      return pure_word(module, "__hd_lane_mask", FunctionType::get(flag, false));
    case Word::Mask:  // a marker: it stays at its place
      return module.getOrInsertFunction("__hd_mask", Type::getVoidTy(module.getContext()), flag);
    case Word::Any:
      return pure_word(module, "__hd_any", predicate);
    default:
      return pure_word(module, "__hd_all", predicate);
  }
}

FunctionCallee pick_word(Module& module, IntegerType& type, unsigned count) {
  const SmallVector<Type*> operands(count + 1, &type);
  return pure_word(module, "__hd_pick_" + Twine(count) + "_i" + Twine(type.getBitWidth()),
                   FunctionType::get(&type, operands, false));
}

FunctionCallee here_word(Module& module) {
  Type* number = Type::getInt64Ty(module.getContext());
  return pure_word(module, "__hd_here", FunctionType::get(number, {number}, false));
}

FunctionCallee wide_lane_mask(Module& module, unsigned width) {
  auto* mask = FixedVectorType::get(Type::getInt1Ty(module.getContext()), width);
  return pure_word(module, "__hd_lane_mask.v" + Twine(width), FunctionType::get(mask, false));
}

}  // namespace heddle::compiler
