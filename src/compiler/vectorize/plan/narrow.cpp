// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorize/plan/narrow.h"

#include "compiler/ir/kernel_context.h"
#include "compiler/ir/preserved.h"

#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/DemandedBits.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/ADCE.h>

namespace heddle::compiler {
using namespace llvm;

namespace {

/// Drops the poison-generating flags of users of values whose high bits nobody looks at: these are
/// about to change. As clearAssumptionsOfUsers in LLVM's BDCE.
void clear_assumptions_of_users(Function& kernel, DemandedBits& demanded) {
  for (Instruction& instruction : instructions(kernel)) {
    if (!instruction.getType()->isIntegerTy() || demanded.isInstructionDead(&instruction) ||
        demanded.getDemandedBits(&instruction).isAllOnes())
      continue;
    for (User* user : instruction.users()) cast<Instruction>(user)->dropPoisonGeneratingFlags();
  }
}

/// Emits `instruction` in `type`: its high bits are not demanded. Returns null if it has no such
/// form.
Value* in_type(Instruction& instruction, Type* type) {
  IRBuilder<> at(&instruction);
  auto cut = [&](Value* value) { return at.CreateTrunc(value, type); };
  if (auto* op = dyn_cast<BinaryOperator>(&instruction))
    return at.CreateBinOp(op->getOpcode(), cut(op->getOperand(0)), cut(op->getOperand(1)));
  if (auto* select = dyn_cast<SelectInst>(&instruction)) {
    return at.CreateSelect(select->getCondition(), cut(select->getTrueValue()),
                           cut(select->getFalseValue()));
  }
  if (auto* cast = dyn_cast<CastInst>(&instruction)) {
    if (cast->getOpcode() == Instruction::SExt)
      return at.CreateSExtOrTrunc(cast->getOperand(0), type);
    if (cast->getOpcode() == Instruction::ZExt || cast->getOpcode() == Instruction::Trunc)
      return at.CreateZExtOrTrunc(cast->getOperand(0), type);
  }
  return nullptr;
}

/// Tells whether `phi` counts the iterations of a loop, whatever the step.
bool is_counter(const PHINode& phi) {
  return any_of(phi.incoming_values(), [&](const Value* value) {
    const auto* next = dyn_cast<BinaryOperator>(value);
    if (!next || !is_contained(next->operands(), &phi)) return false;
    const Value* step = next->getOperand(next->getOperand(0) == &phi ? 1 : 0);
    const auto* from = dyn_cast<Instruction>(step);
    return !from || from->getParent() != next->getParent();
  });
}

bool goes_by_low_bits(const BinaryOperator& operation) {
  switch (operation.getOpcode()) {
    case Instruction::Add:
    case Instruction::Sub:
    case Instruction::Mul:
    case Instruction::And:
    case Instruction::Or:
    case Instruction::Xor:
      return true;
    default:
      return false;
  }
}

/// Tells whether `phi` is a sum of a loop that all lanes leave after its last iteration.
bool is_sum(const PHINode& phi, const DominatorTree& dominators) {
  if (!phi.getType()->isIntegerTy(32) || is_counter(phi)) return false;
  return any_of(phi.blocks(), [&](const BasicBlock* from) {
    const auto* next = dyn_cast<BinaryOperator>(phi.getIncomingValueForBlock(from));
    return next && goes_by_low_bits(*next) && dominators.dominates(phi.getParent(), from);
  });
}

/// The narrow values that replace those of which only low bits are demanded.
struct LowBits {
  DemandedBits& demanded;
  DenseMap<const Value*, PHINode*> sums;

  /// Returns `value` in `type`, truncated at `at` if there is no such value yet.
  Value* of(IRBuilder<>& at, Value* value, Type* type, unsigned depth = 0) {
    constexpr unsigned kMaxDepth = 64;
    if (PHINode* sum = sums.lookup(value); sum && sum->getType() == type) return sum;
    auto* instruction = dyn_cast<Instruction>(value);
    if (!instruction || depth == kMaxDepth) return at.CreateTrunc(value, type);
    if (isa<ZExtInst>(instruction)) return at.CreateZExtOrTrunc(instruction->getOperand(0), type);
    if (isa<SExtInst>(instruction)) return at.CreateSExtOrTrunc(instruction->getOperand(0), type);
    const auto* operation = dyn_cast<BinaryOperator>(instruction);
    if (!operation || !goes_by_low_bits(*operation) ||
        demanded.getDemandedBits(instruction).getActiveBits() > type->getIntegerBitWidth())
      return at.CreateTrunc(value, type);
    IRBuilder<> here(instruction);
    Value* first = of(here, operation->getOperand(0), type, depth + 1);
    Value* second = of(here, operation->getOperand(1), type, depth + 1);
    Value* result = here.CreateBinOp(operation->getOpcode(), first, second);
    instruction->replaceAllUsesWith(here.CreateZExt(result, instruction->getType()));
    return result;
  }
};

/// Narrows sums of which only low bits are demanded after the loop (`out[i] = (ushort)sum`) to 16
/// bits; not to bytes, in which products are expensive.
bool narrow_sums(Function& kernel, FunctionAnalysisManager& analyses) {
  constexpr unsigned kBits = 16;
  const auto& dominators = analyses.getResult<DominatorTreeAnalysis>(kernel);
  auto& demanded = analyses.getResult<DemandedBitsAnalysis>(kernel);
  SmallVector<std::pair<PHINode*, Type*>> sums;
  for (BasicBlock& block : kernel) {
    for (PHINode& phi : block.phis()) {
      if (is_sum(phi, dominators) && demanded.getDemandedBits(&phi).getActiveBits() <= kBits)
        sums.push_back({&phi, IntegerType::get(kernel.getContext(), kBits)});
    }
  }
  if (sums.empty()) return false;
  clear_assumptions_of_users(kernel, demanded);
  // First the phis of all sums, then their operands: one sum may be a part of another.
  LowBits low{.demanded = demanded, .sums = DenseMap<const Value*, PHINode*>()};
  for (auto [phi, type] : sums)
    low.sums[phi] = IRBuilder<>(phi).CreatePHI(type, phi->getNumIncomingValues());
  for (auto [phi, type] : sums) {
    PHINode* now = low.sums[phi];
    for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i) {
      BasicBlock* from = phi->getIncomingBlock(i);
      const int known = now->getBasicBlockIndex(from);
      IRBuilder<> at(from->getTerminator());
      now->addIncoming(
          known < 0 ? low.of(at, phi->getIncomingValue(i), type) : now->getIncomingValue(known),
          from);
    }
  }
  for (auto [phi, type] : sums) {
    IRBuilder<> at(phi->getParent(), phi->getParent()->getFirstInsertionPt());
    phi->replaceAllUsesWith(at.CreateZExt(low.sums[phi], phi->getType()));
    phi->eraseFromParent();
  }
  return true;
}

void clean_up(Function& kernel, FunctionAnalysisManager& analyses) {
  analyses.invalidate(kernel, PreservedAnalyses::none());
  FunctionPassManager passes;
  passes.addPass(InstCombinePass());
  passes.addPass(ADCEPass());
  passes.run(kernel, analyses);
}

}  // namespace

PreservedAnalyses narrow(Function& kernel, KernelContext& /*context*/,
                         FunctionAnalysisManager& analyses) {
  bool changed = narrow_sums(kernel, analyses);
  analyses.invalidate(kernel, control_flow_preserved(changed));
  auto& demanded = analyses.getResult<DemandedBitsAnalysis>(kernel);
  SmallVector<BasicBlock*> blocks;
  for (BasicBlock& block : kernel) blocks.push_back(&block);
  const auto sizes = computeMinimumValueSizes(blocks, demanded, nullptr);
  if (!sizes.empty()) clear_assumptions_of_users(kernel, demanded);
  for (auto [instruction, bits] : sizes) {
    Type* before = instruction->getType();
    if (!before->isIntegerTy() || bits < 8 || bits >= before->getIntegerBitWidth()) continue;
    Value* replacement = in_type(*instruction, IntegerType::get(before->getContext(), bits));
    if (!replacement) continue;
    IRBuilder<> at(instruction);
    instruction->replaceAllUsesWith(at.CreateZExt(replacement, before));
    changed = true;
  }
  if (changed) clean_up(kernel, analyses);
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace heddle::compiler
