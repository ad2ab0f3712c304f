// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/keep_calls.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>

#include "compiler/address_spaces.h"
#include "compiler/passes/analysis.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

// Instructions, as if all was inlined.
constexpr uint64_t kSimplifyFirst = 20000;  ///< beyond: functions are simplified, then copied
constexpr uint64_t kMaxInlined = 60000;     ///< beyond: calls stay
constexpr uint64_t kWorthCall = 200;        ///< a function that is at least as large
constexpr uint64_t kMaxFrame = 4096;        ///< bytes of variables of a function that is called

/// Can a value of the type be the address of a caller's variable?
bool may_point_to_private(Type* type) {
  if (!type->isPtrOrPtrVectorTy()) return false;
  const unsigned space = type->getPointerAddressSpace();
  return space != kGlobal && space != kConstant && space != kLocal;
}

class CallGraph {
 public:
  CallGraph(Function& kernel, KernelContext& context) : kernel_(kernel), context_(context) {
    is_tree_ = visit(kernel);
  }

  FunctionSet choose() {
    if (!is_tree_) return {};  // recursion: inline_all reports it
    if (sizes({}) <= kSimplifyFirst) return {};
    simplify();
    if (sizes({}) <= kMaxInlined) return {};
    FunctionSet kept;
    for (Function* function : order_) {
      if (function == &kernel_ || !can_be_called(*function)) continue;
      callable_.insert(function);
      sizes(kept);
      if (function->hasNUsesOrMore(2) && size_[function] >= kWorthCall) kept.insert(function);
    }
    return kept;
  }

 private:
  static Function* callee(const Instruction& instruction) {
    const auto* call = dyn_cast<CallBase>(&instruction);
    Function* called = call ? call->getCalledFunction() : nullptr;
    return called && !called->isDeclaration() ? called : nullptr;
  }

  /// Callees come first in `order_`. False if the function calls itself.
  bool visit(Function& function) {
    if (is_contained(order_, &function)) return true;
    if (!open_.insert(&function).second) return false;
    for (Instruction& instruction : instructions(function)) {
      Function* called = callee(instruction);
      if (called && !visit(*called)) return false;
    }
    order_.insert(&function);
    return true;
  }

  /// The size of each function, and as the result the kernel's, if all but `kept` is inlined.
  uint64_t sizes(const FunctionSet& kept) {
    for (Function* function : order_) {
      uint64_t size = 0;
      for (Instruction& instruction : instructions(*function)) {
        Function* called = callee(instruction);
        size = SaturatingAdd(size, called && !kept.contains(called) ? size_[called] : 1);
      }
      size_[function] = size;
    }
    return size_[&kernel_];
  }

  void simplify() {
    PassManagers managers(context_.target);
    FunctionPassManager passes;
    passes.addPass(SROAPass(SROAOptions::ModifyCFG));
    passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/false));
    passes.addPass(SimplifyCFGPass());
    for (Function* function : order_) {
      if (function != &kernel_) passes.run(*function, managers.function);
    }
  }

  /// Has the variable a place that only the kernel knows?
  bool is_placed(const Constant& constant) const {
    if (const auto* variable = dyn_cast<GlobalVariable>(&constant)) {
      return variable->getAddressSpace() == kGlobal || variable->getAddressSpace() == kLocal ||
             context_.globals.offset.contains(variable->getName());
    }
    return isa<ConstantExpr>(constant) && any_of(constant.operands(), [&](const Use& use) {
             return is_placed(cast<Constant>(*use.get()));
           });
  }

  /// Neither built-in nor variable that only the kernel can give, and no pointer to the caller's
  /// variables that is left behind.
  bool can_be_called(const Function& function) const {
    if (function.isVarArg() || may_point_to_private(function.getReturnType())) return false;
    if (any_of(function.args(), [](const Argument& each) { return each.hasByValAttr(); }))
      return false;
    uint64_t frame = 0;
    for (const Instruction& instruction : instructions(function)) {
      if (const auto* call = dyn_cast<CallBase>(&instruction)) {
        const Function* called = call->getCalledFunction();
        if (!called || (!called->isIntrinsic() && !callable_.contains(called))) return false;
      }
      if (isa<PtrToIntInst>(instruction)) return false;
      if (const auto* store = dyn_cast<StoreInst>(&instruction);
          store && may_point_to_private(store->getValueOperand()->getType()))
        return false;
      if (const auto* variable = dyn_cast<AllocaInst>(&instruction)) {
        auto size = variable->getAllocationSize(function.getDataLayout());
        if (!size || size->isScalable()) return false;
        frame += size->getFixedValue();
      }
      for (const Use& operand : instruction.operands()) {
        if (const auto* constant = dyn_cast<Constant>(operand.get());
            constant && is_placed(*constant))
          return false;
      }
    }
    return frame <= kMaxFrame;
  }

  Function& kernel_;
  KernelContext& context_;
  SetVector<Function*> order_;
  SmallPtrSet<Function*, 16> open_;
  DenseMap<const Function*, uint64_t> size_;
  FunctionSet callable_;
  bool is_tree_;
};

}  // namespace

FunctionSet calls_to_keep(Function& kernel, KernelContext& context) {
  return CallGraph(kernel, context).choose();
}

}  // namespace heddle::compiler
