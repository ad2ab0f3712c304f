// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/same_in_group.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include "compiler/ir/intrinsics.h"
#include "compiler/ir/opaque_arithmetic.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

constexpr unsigned kMaxDepth = 12;

/// Tells whether the result is the same for all work-items of a group if the operands are.
bool keeps_sameness(const Instruction& instruction) {
  if (const auto* load = dyn_cast<LoadInst>(&instruction)) return load->isSimple();
  if (isa<CastInst, BinaryOperator, UnaryOperator, CmpInst, SelectInst, FreezeInst>(instruction))
    return true;
  if (isa<GetElementPtrInst, ExtractElementInst, InsertElementInst, ShuffleVectorInst>(instruction))
    return true;
  if (is_same_in_group(called_internal(instruction))) return true;
  return is_arithmetic_call(instruction) && cast<CallBase>(instruction).doesNotAccessMemory();
}

bool is_same(const Value* value, unsigned depth = 0) {
  if (isa<Constant, Argument>(value)) return true;
  const auto* instruction = dyn_cast<Instruction>(value);
  if (!instruction || depth == kMaxDepth || !keeps_sameness(*instruction)) return false;
  const auto* call = dyn_cast<CallBase>(instruction);
  const auto same = [&](const Value* operand) { return is_same(operand, depth + 1); };
  return call ? all_of(call->args(), same) : all_of(instruction->operand_values(), same);
}

/// Tells whether the call has one value for all work-items of a group if its operands have.
bool is_of_group(const CallBase& call) {
  if (is_arithmetic_call(call)) return true;
  if (const Function* callee = call.getCalledFunction(); callee && is_kept_builtin(*callee))
    return true;
  const Internal intrinsic = called_internal(call);
  return is_same_in_group(intrinsic) || intrinsic == Internal::LocalMemory ||
         intrinsic == Internal::Globals || intrinsic == Internal::DotBytes;
}

}  // namespace

bool is_same_in_group(Internal intrinsic) {
  switch (intrinsic) {
    case Internal::GroupId:
    case Internal::LocalSize:
    case Internal::EnqueuedLocalSize:
    case Internal::GlobalSize:
    case Internal::GlobalOffset:
    case Internal::NumGroups:
    case Internal::WorkDim:
      return true;
    default:
      return false;
  }
}

PreservedAnalyses SameInGroupPass::run(Function& function, FunctionAnalysisManager& /*analyses*/) {
  bool changes = false;
  for (Instruction& each : make_early_inc_range(instructions(function))) {
    if (called_internal(each) != Internal::IsSame) continue;
    const bool same = is_same(cast<CallBase>(each).getArgOperand(0));
    each.replaceAllUsesWith(ConstantInt::getBool(each.getType(), same));
    each.eraseFromParent();
    changes = true;
  }
  return changes ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

bool all_do_the_same(const Function& kernel) {
  return all_of(instructions(kernel), [](const Instruction& instruction) {
    if (instruction.isAtomic() || instruction.isVolatile()) return false;
    const auto* call = dyn_cast<CallBase>(&instruction);
    return !call || is_of_group(*call);
  });
}

}  // namespace heddle::compiler
