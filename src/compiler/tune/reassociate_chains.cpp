// SPDX-License-Identifier: Apache-2.0
// `(late ^ a) ^ b` waits for two operations after the late operand, `late ^ (a ^ b)` for one. In
// code of one work-item, where each step needs the one before (bcrypt, CRC, ciphers), that is what
// takes the time; of vectors, code generation takes care.
#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include "compiler/ir/kernel_context.h"
#include "compiler/tune/passes.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

bool is_reordered(const Instruction& instruction) {
  const unsigned code = instruction.getOpcode();
  if (code != Instruction::Xor && code != Instruction::Add) return false;
  const Type* type = instruction.getType();
  if (!type->isIntegerTy(32) && !type->isIntegerTy(64)) return false;
  // Sums that are indices or counters have forms of their own.
  return code == Instruction::Xor || none_of(instruction.users(), [](const User* user) {
           return isa<GetElementPtrInst, CastInst, CmpInst, PHINode>(user);
         });
}

class Block {
 public:
  explicit Block(BasicBlock& block) : block_(block) {}

  void run() {
    for (Instruction& instruction : make_early_inc_range(block_)) {
      if (is_reordered(instruction)) reorder(cast<BinaryOperator>(instruction));
      ready_[&instruction] = start_of(instruction) + latency(instruction);
    }
  }

 private:
  static unsigned latency(const Instruction& instruction) {
    if (isa<LoadInst>(instruction)) return 5;
    return isa<PHINode, GetElementPtrInst, CastInst>(instruction) ? 0 : 1;
  }

  unsigned start_of(const Instruction& instruction) const {
    unsigned start = 0;
    if (isa<PHINode>(instruction)) return start;
    for (const Value* operand : instruction.operand_values())
      start = std::max(start, ready_.lookup(operand));
    return start;
  }

  /// Of three operands the one that is there last is taken last.
  void reorder(BinaryOperator& last) {
    for (unsigned side : {0, 1}) {
      auto* first = dyn_cast<BinaryOperator>(last.getOperand(side));
      if (!first || first->getOpcode() != last.getOpcode() || !first->hasOneUse() ||
          first->getParent() != &block_)
        continue;
      Value *late = first->getOperand(0), *early = first->getOperand(1);
      if (ready_.lookup(late) < ready_.lookup(early)) std::swap(late, early);
      Value* other = last.getOperand(1 - side);
      if (isa<Constant>(early) || isa<Constant>(other) ||
          ready_.lookup(late) <= std::max(ready_.lookup(early), ready_.lookup(other)))
        continue;
      IRBuilder<> at(&last);
      Value* sum = at.CreateBinOp(last.getOpcode(), other, early);
      ready_[sum] = std::max(ready_.lookup(other), ready_.lookup(early)) + 1;
      last.setOperand(0, late);
      last.setOperand(1, sum);
      last.dropPoisonGeneratingFlags();
      ready_.erase(first);
      first->eraseFromParent();
      return;
    }
  }

  BasicBlock& block_;
  DenseMap<const Value*, unsigned> ready_;  ///< cycles from the start of the block
};

}  // namespace

void reassociate_chains(Module& module, KernelContext& context) {
  if (!context.options.optimize) return;
  for (Function& function : module) {
    for (BasicBlock& block : function) Block(block).run();
  }
}

}  // namespace heddle::compiler
