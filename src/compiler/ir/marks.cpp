// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/marks.h"

#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Operator.h>

#include <cmath>

namespace heddle::compiler {
using namespace llvm;

namespace {
constexpr const char* kTransient = "heddle.transient";

/// The error of a number of 12 bits, in units in the last place of `type`.
float ulps_of_estimate(const Type& type) {
  constexpr int kBits = 12;
  return std::ldexp(1.0F, type.getScalarType()->getFPMantissaWidth() - kBits);
}

}  // namespace

bool asks_for_all_lanes(const BasicBlock& block) {
  const auto* branch = dyn_cast<BranchInst>(block.getTerminator());
  return branch && branch->isConditional() && branch->hasMetadata(kAllLanes);
}

std::string scalar_copy_name(const Function& kernel) {
  return (kernel.getName() + ".scalar").str();
}

std::string rows_name(const Function& kernel) {
  return (kernel.getName() + ".rows").str();
}

void mark_transient(AllocaInst& alloca) {
  alloca.setMetadata(kTransient, MDNode::get(alloca.getContext(), {}));
}

bool is_transient(const AllocaInst& alloca) {
  return alloca.hasMetadata(kTransient);
}

void allow_estimate(Instruction& division) {
  const float ulps = ulps_of_estimate(*division.getType());
  division.setMetadata(LLVMContext::MD_fpmath, MDBuilder(division.getContext()).createFPMath(ulps));
}

bool allows_estimate(const Instruction& division) {
  return division.getOpcode() == Instruction::FDiv &&
         cast<FPMathOperator>(division).getFPAccuracy() >= ulps_of_estimate(*division.getType());
}

}  // namespace heddle::compiler
