// SPDX-License-Identifier: Apache-2.0
// Marks the variables of a work-item and of its group as not written, where their scopes begin
// (check_uninitialised follows the marks). Variables that are written before they are read, on all
// paths, become values at once. The mark of another one keeps it in memory: as a value it would be
// LLVM's undef, which has no name.
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include "abi/check_abi.h"
#include "compiler/check/passes.h"
#include "compiler/check/services.h"
#include "compiler/check/site.h"
#include "compiler/ir/address_spaces.h"
#include "compiler/ir/checks.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/ir/kernel_context.h"
#include "compiler/ir/managers.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

bool accesses(const Instruction& instruction, const AllocaInst& variable) {
  return getLoadStorePointerOperand(&instruction) == &variable;
}

/// Tells whether every load of a promotable variable comes after a store, on all paths.
bool is_written_first(AllocaInst& variable) {
  SmallPtrSet<const BasicBlock*, 8> users;
  for (const User* user : variable.users()) users.insert(cast<Instruction>(user)->getParent());
  SmallPtrSet<const BasicBlock*, 16> seen;
  SmallVector<const BasicBlock*> unwritten{variable.getParent()};
  while (!unwritten.empty()) {
    const BasicBlock* block = unwritten.pop_back_val();
    if (!seen.insert(block).second) continue;
    bool is_written = false;
    if (users.contains(block)) {
      for (const Instruction& each : *block) {
        if (!accesses(each, variable)) continue;
        if (isa<LoadInst>(each)) return false;
        is_written = true;
        break;
      }
    }
    if (!is_written) append_range(unwritten, successors(block));
  }
  return true;
}

class Poisoner {
 public:
  Poisoner(Function& kernel, const KernelContext& context, FunctionAnalysisManager& analyses)
      : kernel_(kernel),
        context_(context),
        analyses_(analyses),
        services_(kernel, context),
        sites_(*kernel.getParent(), context) {}

  void mark_private() {
    promote();
    for (AllocaInst* variable : variables())
      if (isAllocaPromotable(variable)) mark(*variable);
    analyses_.invalidate(kernel_, PreservedAnalyses::none());
    SROAPass(SROAOptions::PreserveCFG).run(kernel_, analyses_);
    for (AllocaInst* variable : variables())
      if (!marked_.contains(variable)) mark(*variable);
  }

  /// Lets the first work-item of a group, which comes before the others, mark local memory.
  void mark_local() {
    SmallVector<std::pair<Value*, Constant*>> all;
    SmallVector<Value*> sizes;
    const DataLayout& layout = kernel_.getDataLayout();
    for (GlobalVariable& variable : kernel_.getParent()->globals()) {
      if (variable.getAddressSpace() != kLocal) continue;
      all.emplace_back(&variable, sites_.describe_object(variable, place_of(variable)));
      sizes.push_back(word(layout.getTypeAllocSize(variable.getValueType()).getFixedValue()));
    }
    for (Argument& argument : kernel_.args()) {
      if (argument.getArgNo() >= context_.record.args.size() ||
          context_.record.args[argument.getArgNo()].kind != ArgKind::Local)
        continue;
      all.emplace_back(&argument, sites_.describe_object(argument, nullptr));
      sizes.push_back(word(HD_UNKNOWN_BYTES));
    }
    if (all.empty()) return;
    Instruction* before = cast<Instruction>(services_.table())->getNextNode();
    IRBuilder<> at(before);
    const FunctionCallee local_id = id_internal(*kernel_.getParent(), Internal::LocalId);
    Value* id = at.getInt64(0);
    for (unsigned d = 0; d < 3; ++d)
      id = at.CreateOr(id, at.CreateCall(local_id, {at.getInt32(d)}));
    Instruction* first = SplitBlockAndInsertIfThen(at.CreateIsNull(id), before->getIterator(),
                                                   /*Unreachable=*/false);
    at.SetInsertPoint(first);
    for (const auto& [each, size] : zip(all, sizes))
      services_.poison(at, each.first, size, each.second);
  }

 private:
  ConstantInt* word(uint64_t value) const {
    return ConstantInt::get(Type::getInt64Ty(kernel_.getContext()), value);
  }

  SmallVector<AllocaInst*> variables() {
    SmallVector<AllocaInst*> all;
    for (Instruction& each : instructions(kernel_))
      if (auto* variable = dyn_cast<AllocaInst>(&each)) all.push_back(variable);
    return all;
  }

  void promote() {
    SmallVector<AllocaInst*> written;
    for (AllocaInst* variable : variables())
      if (isAllocaPromotable(variable) && is_written_first(*variable)) written.push_back(variable);
    if (written.empty()) return;
    DominatorTree tree(kernel_);
    PromoteMemToReg(written, tree);
  }

  /// Returns the place of a declaration, if the program has lines for variables.
  static const DILocation* place_of(const DIVariable& variable) {
    auto* scope = dyn_cast_or_null<DILocalScope>(variable.getScope());
    return scope ? DILocation::get(variable.getContext(), variable.getLine(), 0, scope) : nullptr;
  }
  static const DILocation* place_of(const GlobalVariable& variable) {
    SmallVector<DIGlobalVariableExpression*, 1> expressions;
    variable.getDebugInfo(expressions);
    return expressions.empty() ? nullptr : place_of(*expressions.front()->getVariable());
  }

  void mark(AllocaInst& variable) {
    marked_.insert(&variable);
    const auto size = variable.getAllocationSize(kernel_.getDataLayout());
    if (!size || size->isScalable() || size->isZero()) return;
    const DILocation* place = nullptr;
    SmallVector<Instruction*> begins;
    for (DbgVariableRecord* record : findDVRDeclares(&variable)) {
      place = place_of(*record->getVariable());
      // A parameter is written before its declaration.
      if (!record->getVariable()->isParameter() && record->getParent() != variable.getParent())
        begins.push_back(const_cast<Instruction*>(record->getInstruction()));
    }
    for (User* user : variable.users())
      if (auto* begin = dyn_cast<LifetimeIntrinsic>(user);
          begin && begin->getIntrinsicID() == Intrinsic::lifetime_start)
        begins.push_back(begin->getNextNode());
    Constant* site = sites_.describe_object(variable, place);
    auto* table = cast<Instruction>(services_.table());
    const bool is_first = variable.getParent() == table->getParent() && variable.comesBefore(table);
    begins.push_back((is_first ? table : &variable)->getNextNode());
    for (Instruction* begin : begins) {
      IRBuilder<> at(begin);
      services_.poison(at, &variable, word(size->getFixedValue()), site);
    }
  }

  Function& kernel_;
  const KernelContext& context_;
  FunctionAnalysisManager& analyses_;
  CheckServices services_;
  Sites sites_;
  SmallPtrSet<const AllocaInst*, 16> marked_;
};

}  // namespace

PreservedAnalyses poison_variables(Module& module, KernelContext& context,
                                   ModuleAnalysisManager& analyses) {
  Function& kernel = *context.kernel(module);
  if (!(checks_of(kernel) & kCheckUninitialised)) return PreservedAnalyses::all();
  Poisoner poisoner(kernel, context, of_functions(module, analyses));
  if (!context.options.zero_private) poisoner.mark_private();
  if (!context.options.zero_local) poisoner.mark_local();
  return PreservedAnalyses::none();
}

}  // namespace heddle::compiler
