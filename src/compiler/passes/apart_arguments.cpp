// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/apart_arguments.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include "compiler/passes/restrict.h"
#include "compiler/passes/vocabulary.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

const Value* written_by(const Instruction& instruction) {
  if (const auto* store = dyn_cast<StoreInst>(&instruction)) return store->getPointerOperand();
  const auto* copy = dyn_cast<AnyMemIntrinsic>(&instruction);
  return copy ? copy->getRawDest() : nullptr;
}

const Value* read_by(const Instruction& instruction) {
  if (const auto* load = dyn_cast<LoadInst>(&instruction)) return load->getPointerOperand();
  const auto* copy = dyn_cast<AnyMemTransferInst>(&instruction);
  return copy ? copy->getRawSource() : nullptr;
}

/// Whether a read of one object may come behind a write to another: only then it says anything that
/// they are different ones. A launch with overlapping arguments needs a compilation of its own.
class Order {
 public:
  explicit Order(const LoopInfo& loops) : loops_(loops) {}

  bool matters(Function& function) {
    for (BasicBlock* block : ReversePostOrderTraversal<Function*>(&function)) {
      add_loop(*block);
      for (const Instruction& each : *block) {
        if (const Value* read = read_by(each); read && is_behind_another(*read)) return true;
        if (const Value* write = written_by(each)) add(*write);
      }
    }
    return false;
  }

 private:
  void add(const Value& pointer) {
    const Value* object = getUnderlyingObject(&pointer);
    if (!isa<AllocaInst>(object)) written_.insert(object);
  }

  /// What is written anywhere in a loop is written before the next round.
  void add_loop(const BasicBlock& block) {
    const Loop* loop = loops_.getLoopFor(&block);
    if (!loop || !entered_.insert(loop->getOutermostLoop()).second) return;
    for (const BasicBlock* inside : loop->getOutermostLoop()->blocks())
      for (const Instruction& each : *inside)
        if (const Value* write = written_by(each)) add(*write);
  }

  bool is_behind_another(const Value& pointer) const {
    const Value* object = getUnderlyingObject(&pointer);
    if (isa<AllocaInst, GlobalVariable>(object)) return false;
    return any_of(written_, [&](const Value* other) {
      return other != object && (isa<Argument>(other) || isa<Argument>(object));
    });
  }

  const LoopInfo& loops_;
  SmallPtrSet<const Loop*, 8> entered_;
  SmallSetVector<const Value*, 8> written_;
};

}  // namespace

bool goes_other_ways(const Instruction& instruction) {
  if (isa<IntToPtrInst>(instruction) || instruction.isAtomic() || instruction.isVolatile())
    return true;
  if (isa<LoadInst>(instruction)) return instruction.getType()->isPtrOrPtrVectorTy();
  const auto* call = dyn_cast<CallBase>(&instruction);
  if (!call || isa<IntrinsicInst>(call)) return false;
  const Word word = called_word(instruction);
  return word == Word::None || word == Word::Service || word == Word::ImageField;
}

bool is_passed_once(const KernelContext& context, const Argument& argument) {
  const unsigned number = argument.getArgNo();
  const auto& records = context.record.args;
  const auto& facts = context.options.arguments;
  return number < records.size() && records[number].kind == ArgKind::Pointer &&
         (number >= facts.size() || facts[number].kind != HD_FACTS_OVERLAPS);
}

PreservedAnalyses ApartArgumentsPass::run(Function& function, FunctionAnalysisManager& analyses) {
  const KernelOptions& options = context_->options;
  KernelRecord& record = context_->record;
  if (function.getName() != record.name || options.wide_ids || record.is_block ||
      any_of(instructions(function), goes_other_ways) ||
      !Order(analyses.getResult<LoopAnalysis>(function)).matters(function))
    return PreservedAnalyses::all();
  const bool synchronised = any_of(instructions(function), synchronises);
  for (Argument& argument : function.args()) {
    if (argument.hasNoAliasAttr() || !is_passed_once(*context_, argument)) continue;
    if (synchronised && may_be_written(argument)) continue;
    argument.addAttr(Attribute::NoAlias);
    record.assumes_apart = true;
  }
  return PreservedAnalyses::none();
}

}  // namespace heddle::compiler
