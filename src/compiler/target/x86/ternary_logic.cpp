// SPDX-License-Identifier: Apache-2.0
// Merges trees of logical operations into AVX-512's instruction for any function of three bits, by
// an enumeration of cuts with three leaves, as in technology mapping (Cong, Wu and Ding, "Cut
// Ranking and Pruning", FPGA 1999). Code generation finds functions of two operations; it takes
// three for the majority `(x & y) | (z & (x ^ y))` of the SHA family (LLVM's issue 134768).
#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/Local.h>

#include "compiler/ir/kernel_context.h"
#include "compiler/ir/preserved.h"
#include "compiler/target/instruction_set.h"
#include "compiler/target/passes.h"

namespace heddle::compiler {
using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

constexpr size_t kMaxCuts = 12;  ///< looked at for an operation
/// The costs of an operation, and of one that only negates.
constexpr unsigned kOperation = 2, kNegation = 1;
/// The lowest cost that is merged here. Code generation merges fewer operations by itself.
constexpr unsigned kFewest = 3 * kOperation;

/// A part of a tree: its leaves, and the number of operations that it merges.
struct Cut {
  SmallVector<Value*, 3> leaves;
  unsigned operations = 0;
};

bool is_logic(const Value* value) {
  const auto* operation = dyn_cast<BinaryOperator>(value);
  if (!operation || !operation->isBitwiseLogicOp()) return false;
  const auto* type = dyn_cast<FixedVectorType>(operation->getType());
  if (!type || type->getElementType()->isIntegerTy(1)) return false;
  const uint64_t bits = type->getPrimitiveSizeInBits().getFixedValue();
  return bits == 128 || bits == 256 || bits == 512;
}

class Trees {
 public:
  explicit Trees(BasicBlock& block) : block_(block) {}

  void run() {
    SmallVector<Instruction*> operations;
    for (Instruction& instruction : block_) {
      if (!is_logic(&instruction)) continue;
      find_cuts(instruction);
      operations.push_back(&instruction);
    }
    for (Instruction* operation : reverse(operations)) {
      if (!covered_.contains(operation)) replace(*operation);
    }
    for (Instruction* operation : reverse(operations)) {
      if (isInstructionTriviallyDead(operation)) operation->eraseFromParent();
    }
  }

 private:
  /// Tells whether it may be computed at the place of its only user.
  bool is_inner(const Value* value) const { return cuts_.contains(value) && value->hasOneUse(); }

  void find_cuts(Instruction& operation) {
    SmallVector<Cut>& cuts = cuts_[&operation];
    const auto choices = [&](Value* operand) {
      SmallVector<Cut> all;
      if (isa<Constant>(operand) && match(operand, m_AllOnes())) return SmallVector<Cut>{Cut{}};
      all.push_back(Cut{{operand}, 0});
      if (is_inner(operand)) append_range(all, cuts_.lookup(operand));
      return all;
    };
    const bool is_not = match(&operation, m_Not(m_Value()));
    for (const Cut& left : choices(operation.getOperand(0))) {
      for (const Cut& right : choices(operation.getOperand(1))) {
        Cut both = left;
        for (Value* leaf : right.leaves) {
          if (!is_contained(both.leaves, leaf)) both.leaves.push_back(leaf);
        }
        both.operations += right.operations + (is_not ? kNegation : kOperation);
        if (both.leaves.size() <= 3 && cuts.size() < kMaxCuts) cuts.push_back(std::move(both));
      }
    }
    stable_sort(cuts, [](const Cut& a, const Cut& b) { return a.operations > b.operations; });
  }

  /// Returns `value` for the eight combinations of the leaves' bits; the first leaf's is the
  /// highest bit of their number. Inner operations need no other instruction.
  uint8_t table(Value* value, const Cut& cut) {
    constexpr uint8_t kLeaves[] = {0xf0, 0xcc, 0xaa};
    if (const auto* leaf = find(cut.leaves, value); leaf != cut.leaves.end())
      return kLeaves[leaf - cut.leaves.begin()];
    if (match(value, m_AllOnes())) return 0xff;
    auto* operation = cast<BinaryOperator>(value);
    covered_.insert(operation);
    const uint8_t left = table(operation->getOperand(0), cut);
    const uint8_t right = table(operation->getOperand(1), cut);
    switch (operation->getOpcode()) {
      case Instruction::And:
        return left & right;
      case Instruction::Or:
        return left | right;
      default:
        return left ^ right;
    }
  }

  void replace(Instruction& root) {
    const auto& cuts = cuts_[&root];
    if (cuts.empty() || cuts.front().operations < kFewest) return;
    const Cut& cut = cuts.front();
    const uint8_t function = table(&root, cut);
    const unsigned words =
        static_cast<unsigned>(root.getType()->getPrimitiveSizeInBits().getFixedValue()) / 32;
    const Intrinsic::ID form = words == 16  ? Intrinsic::x86_avx512_pternlog_d_512
                               : words == 8 ? Intrinsic::x86_avx512_pternlog_d_256
                                            : Intrinsic::x86_avx512_pternlog_d_128;
    IRBuilder<> at(&root);
    Type* type = FixedVectorType::get(at.getInt32Ty(), words);
    SmallVector<Value*, 4> operands;
    for (Value* leaf : cut.leaves) operands.push_back(at.CreateBitCast(leaf, type));
    while (operands.size() < 3) operands.push_back(operands.back());
    operands.push_back(at.getInt32(function));
    Value* result = at.CreateIntrinsic(form, {}, operands);
    root.replaceAllUsesWith(at.CreateBitCast(result, root.getType()));
  }

  BasicBlock& block_;
  DenseMap<const Value*, SmallVector<Cut>> cuts_;  ///< those of the operations so far, most first
  SmallPtrSet<const Value*, 16> covered_;          ///< part of an instruction after them
};

}  // namespace

PreservedAnalyses ternary_logic(Function& function, KernelContext& context,
                                FunctionAnalysisManager& /*analyses*/) {
  if (!context.options.optimize || !context.isa.has_ternary_logic())
    return PreservedAnalyses::all();
  for (BasicBlock& block : function) Trees(block).run();
  return control_flow_preserved();
}

}  // namespace heddle::compiler
