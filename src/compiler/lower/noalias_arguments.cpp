// SPDX-License-Identifier: Apache-2.0
#include "compiler/lower/noalias_arguments.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include "compiler/analysis/restrict.h"
#include "compiler/ir/checks.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/ir/opaque_arithmetic.h"

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

/// Finds a read of one object that may come after a write to another: only then it matters that
/// they differ. A launch with overlapping arguments needs a compilation of its own.
class Order {
 public:
  Order(Function& function, const KernelRecord& record) : function_(function), record_(record) {}

  bool matters() {
    // The writes before each block, up to a fixed point, which loops reach last.
    const ReversePostOrderTraversal<Function*> order(&function_);
    for (bool changes = true; changes;) {
      changes = false;
      for (const BasicBlock* block : order) changes |= go_through(*block);
      if (found_) return true;
    }
    return false;
  }

 private:
  using Objects = SmallPtrSet<const Value*, 8>;

  /// Adds the writes of a block. Returns whether a following block has more of them before it; sets
  /// `found_`.
  bool go_through(const BasicBlock& block) {
    Objects written = before_[&block];
    for (const Instruction& each : block) {
      const Value* read = read_by(each);
      found_ |= read && is_after_another(*read, written);
      if (const Value* write = written_by(each)) {
        const Value* object = getUnderlyingObject(write);
        if (!isa<AllocaInst>(object) && !is_local(*object)) written.insert(object);
      }
    }
    bool changes = false;
    for (const BasicBlock* next : successors(&block)) {
      Objects& known = before_[next];
      const size_t size = known.size();
      known.insert(written.begin(), written.end());
      changes |= known.size() > size;
    }
    return changes;
  }

  /// Tells whether it is the group's memory, which arguments never overlap.
  bool is_local(const Value& object) const {
    if (const auto* argument = dyn_cast<Argument>(&object))
      return argument->getArgNo() < record_.args.size() &&
             record_.args[argument->getArgNo()].kind == ArgKind::Local;
    const auto* call = dyn_cast<CallBase>(&object);
    return call && called_internal(*call) == Internal::LocalMemory;
  }

  bool is_after_another(const Value& pointer, const Objects& written) const {
    const Value* object = getUnderlyingObject(&pointer);
    if (isa<AllocaInst, GlobalVariable>(object) || is_local(*object)) return false;
    return any_of(written, [&](const Value* other) {
      return other != object && (isa<Argument>(other) || isa<Argument>(object));
    });
  }

  Function& function_;
  const KernelRecord& record_;
  DenseMap<const BasicBlock*, Objects> before_;
  bool found_ = false;
};

}  // namespace

bool goes_other_ways(const Instruction& instruction) {
  if (isa<IntToPtrInst>(instruction) || instruction.isAtomic() || instruction.isVolatile())
    return true;
  if (isa<LoadInst>(instruction)) return instruction.getType()->isPtrOrPtrVectorTy();
  const auto* call = dyn_cast<CallBase>(&instruction);
  if (!call || is_arithmetic_call(*call)) return false;
  const Internal intrinsic = called_internal(instruction);
  return intrinsic == Internal::None || intrinsic == Internal::Service ||
         intrinsic == Internal::ImageField;
}

bool is_passed_once(const KernelContext& context, const Argument& argument) {
  const unsigned number = argument.getArgNo();
  const auto& records = context.record.args;
  const auto& facts = context.options.arguments;
  return number < records.size() && records[number].kind == ArgKind::Pointer &&
         (number >= facts.size() || facts[number].kind != HD_FACTS_OVERLAPS);
}

PreservedAnalyses NoAliasArgumentsPass::run(Function& function, FunctionAnalysisManager&) {
  const KernelOptions& options = context_->options;
  KernelRecord& record = context_->record;
  if (function.getName() != record.name || options.wide_ids || checks_of(function) ||
      record.is_block || any_of(instructions(function), goes_other_ways) ||
      !Order(function, record).matters())
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
