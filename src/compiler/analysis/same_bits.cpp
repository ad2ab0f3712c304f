// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/same_bits.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include "compiler/ir/intrinsics.h"
#include "compiler/ir/opaque_arithmetic.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

bool is_exact_arithmetic(const Instruction& instruction) {
  const auto* floats = dyn_cast<FPMathOperator>(&instruction);
  return !floats || (!floats->hasAllowReassoc() && !floats->hasAllowReciprocal() &&
                     !floats->hasApproxFunc() && !floats->hasAllowContract());
}

/// Tells whether the call is of a work-item by itself, or a barrier: up to it, and after it, each
/// work-item does the same in any order.
bool is_own_or_barrier(const CallBase& call) {
  switch (called_internal(call)) {
    case Internal::None:
      return isa<IntrinsicInst>(call) || is_arithmetic_call(call);
    case Internal::LocalId:
    case Internal::GroupId:
    case Internal::GlobalId:
    case Internal::LocalSize:
    case Internal::EnqueuedLocalSize:
    case Internal::GlobalSize:
    case Internal::GlobalOffset:
    case Internal::NumGroups:
    case Internal::WorkDim:
    case Internal::Barrier:
    case Internal::LocalMemory:
    case Internal::Globals:
    case Internal::ImageField:
    case Internal::Texels:
    case Internal::MixBytes:
    case Internal::DotBytes:
    case Internal::Pick:
      return true;
    default:
      return false;
  }
}

bool is_same_at_any_width(const Instruction& instruction) {
  if (!is_exact_arithmetic(instruction)) return false;
  if (const auto* call = dyn_cast<CallBase>(&instruction)) return is_own_or_barrier(*call);
  if (instruction.isVolatile()) return false;
  if (!instruction.isAtomic()) return true;
  return instruction.use_empty() && !instruction.getType()->isFPOrFPVectorTy();
}

}  // namespace

bool gives_same_bits(const Function& kernel) {
  return all_of(instructions(kernel), is_same_at_any_width);
}

}  // namespace heddle::compiler
