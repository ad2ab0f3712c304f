// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/recurrence.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Support/Format.h>

#include "compiler/ir/intrinsics.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

struct Chains {
  const Loop& loop;
  function_ref<double(const Instruction&)> latency;
  unsigned max_depth;
  function_ref<std::optional<double>(const Value&)> guess;
  DenseMap<const Value*, double> known;

  /// Returns the latency from the known phi to `value`; negative: it does not lead there.
  double to(const Value& value, unsigned depth) {
    const auto* instruction = dyn_cast<Instruction>(&value);
    if (!instruction || !loop.contains(instruction)) return -1;
    if (auto found = known.find(instruction); found != known.end()) return found->second;
    known[instruction] = -1;
    if (depth == max_depth) return -1;
    double longest = -1;
    for (const Value* operand : instruction->operand_values())
      longest = std::max(longest, to(*operand, depth + 1));
    if (const auto* phi = dyn_cast<PHINode>(instruction); phi && guess) {
      for (const Value* condition : conditions_before(*phi)) {
        const std::optional<double> extra = guess(*condition);
        const double known = extra ? to(*condition, depth + 1) : -1;
        if (known >= 0) longest = std::max(longest, known + *extra);
      }
    }
    if (longest < 0) return -1;
    return known[instruction] = longest + latency(*instruction);
  }

  /// Returns the conditions of the last branches before `phi`, which decide about its value.
  SmallVector<const Value*, 4> conditions_before(const PHINode& phi) const {
    SmallVector<const Value*, 4> result;
    SmallPtrSet<const BasicBlock*, 8> seen;
    SmallVector<const BasicBlock*, 8> left(phi.blocks());
    while (!left.empty()) {
      const BasicBlock* block = left.pop_back_val();
      if (!loop.contains(block) || !seen.insert(block).second) continue;
      const auto* branch = dyn_cast<BranchInst>(block->getTerminator());
      if (branch && branch->isConditional()) {
        result.push_back(branch->getCondition());
      } else if (block != loop.getHeader()) {
        append_range(left, predecessors(block));
      }
    }
    return result;
  }
};

}  // namespace

bool is_free(const Instruction& instruction) {
  return isa<PHINode, GetElementPtrInst, AllocaInst, BitCastInst, DbgInfoIntrinsic,
             LifetimeIntrinsic, AssumeInst>(instruction) ||
         called_internal(instruction) != Internal::None;
}

bool is_estimate(const Instruction& instruction) {
  using namespace PatternMatch;
  return match(&instruction, m_FDiv(m_FPOne(), m_Value())) && instruction.hasAllowReciprocal();
}

double latency(const Instruction& instruction) {
  if (is_free(instruction)) return 0;
  if (isa<LoadInst>(instruction)) return 5;
  const auto* call = dyn_cast<IntrinsicInst>(&instruction);
  if (call && call->getIntrinsicID() == Intrinsic::fabs) return 1;
  switch (instruction.getOpcode()) {
    case Instruction::FNeg:
      return 1;
    case Instruction::FDiv:
      return is_estimate(instruction) ? 4 : 13;
    case Instruction::SDiv:
    case Instruction::UDiv:
    case Instruction::SRem:
    case Instruction::URem:
      return isa<Constant>(instruction.getOperand(1)) ? 5 : 12;
    case Instruction::Mul:
      return instruction.getType()->isVectorTy() ? 4 : 3;
    default:
      return instruction.getType()->isFPOrFPVectorTy() ||
                     isa<SIToFPInst, UIToFPInst, FPToSIInst, FPToUIInst>(instruction)
                 ? 4
                 : 1;
  }
}

double recurrence(const Loop& loop, function_ref<bool(const PHINode&)> counts,
                  function_ref<double(const Instruction&)> latency, unsigned max_depth,
                  function_ref<std::optional<double>(const Value&)> guess) {
  const BasicBlock* latch = loop.getLoopLatch();
  double longest = 0;
  if (!latch) return 0;
  for (const PHINode& phi : loop.getHeader()->phis()) {
    if (!counts(phi)) continue;
    Chains chains{loop, latency, max_depth, guess, {{&phi, 0.0}}};
    longest = std::max(longest, chains.to(*phi.getIncomingValueForBlock(latch), 0));
  }
  return longest;
}

void print_recurrences(const LoopInfo& loops, raw_ostream& out) {
  for (const Loop* loop : loops.getLoopsInPreorder()) {
    out << "loop at ";
    loop->getHeader()->printAsOperand(out, /*PrintType=*/false);
    const double cycles = recurrence(
        *loop, [](const PHINode&) { return true; }, latency, /*max_depth=*/400);
    out << format(": %g cycles\n", cycles);
  }
}

}  // namespace heddle::compiler
