// SPDX-License-Identifier: Apache-2.0
// Rewrites values that are the same for all work-items of a group although ids occur in them, so
// that analyses see it: barriers may depend on them then.
// - `if (get_local_id(0) * 4 + get_group_id(0) * 32 < n / 32 * 32)`, which tests whether a block of
// a
//  matrix lies within it: local ids are left out, as long as this one is below 8.
// - `int y = get_global_id(1) * ROWS` in groups of one work-item along the dimension: the global id
//  becomes the number of the group.
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Support/KnownBits.h>

#include "compiler/ir/intrinsics.h"
#include "compiler/ir/kernel_context.h"
#include "compiler/lower/passes.h"

namespace heddle::compiler {
using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

constexpr unsigned kMaxDepth = 6;

unsigned trailing_zeros(const Value& value, const DataLayout& layout) {
  const Value* whole = nullptr;
  const APInt* divisor = nullptr;
  // x - x % 32, which is x / 32 * 32.
  const bool is_rounded =
      match(&value, m_Sub(m_Value(whole), m_SRem(m_Deferred(whole), m_APInt(divisor)))) ||
      match(&value, m_Sub(m_Value(whole), m_URem(m_Deferred(whole), m_APInt(divisor))));
  if (is_rounded) return divisor->countr_zero();
  return computeKnownBits(&value, layout).countMinTrailingZeros();
}

class Comparisons {
 public:
  explicit Comparisons(Function& kernel) : kernel_(kernel), layout_(kernel.getDataLayout()) {}

  void run() {
    for (Instruction& each : make_early_inc_range(instructions(kernel_))) {
      auto* compare = dyn_cast<ICmpInst>(&each);
      if (!compare || !compare->getOperand(0)->getType()->isIntegerTy()) continue;
      // If the other side is a multiple, x < multiple and x >= multiple do not depend on low bits.
      const CmpInst::Predicate asked = compare->getPredicate();
      if (asked == CmpInst::ICMP_SLT || asked == CmpInst::ICMP_ULT || asked == CmpInst::ICMP_SGE ||
          asked == CmpInst::ICMP_UGE)
        round(*compare, 0);
      else if (asked == CmpInst::ICMP_SGT || asked == CmpInst::ICMP_UGT ||
               asked == CmpInst::ICMP_SLE || asked == CmpInst::ICMP_ULE)
        round(*compare, 1);
    }
  }

 private:
  void round(ICmpInst& compare, unsigned side) {
    Value* number = compare.getOperand(side);
    Value* multiple = compare.getOperand(1 - side);
    if (isa<Constant>(multiple)) return;
    const unsigned zeros = trailing_zeros(*multiple, layout_);
    if (zeros == 0 || zeros >= number->getType()->getIntegerBitWidth()) return;
    IRBuilder<> at(&compare);
    if (Value* rounded = without_local_id(*number, zeros, at, 0)) compare.setOperand(side, rounded);
  }

  /// Returns `number` rounded down to a multiple of 2^zeros, if that leaves out a local id and
  /// takes no instruction but casts; else null.
  Value* without_local_id(Value& number, unsigned zeros, IRBuilder<>& at, unsigned depth) {
    if (depth == kMaxDepth) return nullptr;
    if (auto* cast = dyn_cast<CastInst>(&number); cast && cast->isIntegerCast()) {
      if (zeros >= cast->getSrcTy()->getIntegerBitWidth()) return nullptr;
      Value* inner = without_local_id(*cast->getOperand(0), zeros, at, depth + 1);
      return inner ? at.CreateCast(cast->getOpcode(), inner, cast->getType()) : nullptr;
    }
    Value *a = nullptr, *b = nullptr;
    if (!match(&number,
               m_CombineOr(m_Add(m_Value(a), m_Value(b)), m_DisjointOr(m_Value(a), m_Value(b)))))
      return nullptr;
    for (auto [rest, low] : {std::pair(a, b), std::pair(b, a)}) {
      const bool is_small = computeKnownBits(low, layout_).countMaxActiveBits() <= zeros;
      if (is_small && has_local_id(*low, 0) && trailing_zeros(*rest, layout_) >= zeros) return rest;
    }
    return nullptr;
  }

  static bool has_local_id(const Value& value, unsigned depth) {
    const auto* instruction = dyn_cast<Instruction>(&value);
    if (!instruction || depth == kMaxDepth) return false;
    if (called_internal(*instruction) == Internal::LocalId) return true;
    return isa<CastInst, BinaryOperator>(instruction) &&
           any_of(instruction->operands(),
                  [&](const Use& each) { return has_local_id(*each.get(), depth + 1); });
  }

  Function& kernel_;
  const DataLayout& layout_;
};

/// Replaces global ids of dimensions along which groups have one work-item.
void name_groups(Function& kernel, const KernelContext& context) {
  // Groups at the end may be smaller, but none is smaller than one.
  const auto size = known_local_size(context).value_or(context.record.required_group_size);
  if (!is_contained(size, 1) || !has_barriers(kernel)) return;
  for (Instruction& each : make_early_inc_range(instructions(kernel))) {
    if (called_internal(each) != Internal::GlobalId) continue;
    auto& id = cast<CallBase>(each);
    if (size[dimension(id)] != 1) continue;
    IRBuilder<> at(&id);
    Value* group =
        at.CreateCall(id_internal(*kernel.getParent(), Internal::GroupId), id.getArgOperand(0));
    Value* offset = at.CreateCall(id_internal(*kernel.getParent(), Internal::GlobalOffset),
                                  id.getArgOperand(0));
    id.replaceAllUsesWith(at.CreateAdd(group, offset, "", /*HasNUW=*/true, /*HasNSW=*/true));
    id.eraseFromParent();
  }
}

}  // namespace

PreservedAnalyses compare_groups(Function& function, KernelContext& context,
                                 FunctionAnalysisManager& /*analyses*/) {
  if (!context.options.optimize || !context.is_kernel(function)) return PreservedAnalyses::all();
  Comparisons(function).run();
  name_groups(function, context);
  return PreservedAnalyses::none();
}

}  // namespace heddle::compiler
