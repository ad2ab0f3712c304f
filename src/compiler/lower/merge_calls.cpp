// SPDX-License-Identifier: Apache-2.0
#include "compiler/lower/merge_calls.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/Reg2Mem.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "compiler/ir/managers.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

/// An argument that all calls share. It is emitted once, at the copy: the address of a variable
/// stays known as such.
class SharedArgument {
 public:
  SharedArgument(ArrayRef<CallInst*> calls, unsigned index) {
    const DataLayout& layout = calls.front()->getDataLayout();
    for (const CallInst* call : calls) {
      Value* value = call->getArgOperand(index);
      APInt offset(layout.getIndexTypeSizeInBits(value->getType()), 0);
      if (value->getType()->isPointerTy())
        value = value->stripAndAccumulateConstantOffsets(layout, offset,
                                                         /*AllowNonInbounds=*/true);
      if (call == calls.front()) {
        base_ = value;
        offset_ = offset;
      }
      is_shared_ &= value == base_ && offset == offset_;
    }
    const auto* variable = dyn_cast<AllocaInst>(base_);
    is_shared_ &= isa<Constant, Argument>(base_) || (variable && variable->isStaticAlloca());
  }

  /// Returns the argument; null if calls differ.
  Value* at(IRBuilder<>& builder) const {
    if (!is_shared_) return nullptr;
    return offset_.isZero() ? base_ : builder.CreatePtrAdd(base_, builder.getInt(offset_.sext(64)));
  }

 private:
  bool is_shared_ = true;
  Value* base_ = nullptr;
  APInt offset_;
};

class Merger {
 public:
  Merger(Function& kernel, Function& callee, ArrayRef<CallInst*> calls)
      : kernel_(kernel), callee_(callee), calls_(calls), builder_(kernel.getContext()) {}

  void run() {
    make_copy();
    Type* type = callee_.getReturnType();
    AllocaInst* result = type->isVoidTy() ? nullptr : variable(type, "result");
    builder_.SetInsertPoint(copy_);
    CallInst* merged = builder_.CreateCall(&callee_, arguments_);
    merged->setAttributes(attributes());
    merged->setCallingConv(calls_.front()->getCallingConv());
    merged->setDebugLoc(calls_.front()->getDebugLoc());
    if (result) builder_.CreateStore(merged, result);
    auto* nowhere = BasicBlock::Create(kernel_.getContext(), "nowhere", &kernel_);
    IRBuilder<>(nowhere).CreateUnreachable();
    SwitchInst* back = builder_.CreateSwitch(builder_.CreateLoad(builder_.getInt32Ty(), from_),
                                             nowhere, static_cast<unsigned>(calls_.size()));
    for (const auto& [number, call] : enumerate(calls_))
      redirect(*call, builder_.getInt32(static_cast<uint32_t>(number)), result, *back);
  }

 private:
  /// Returns the attributes of all calls, not only those of the first one.
  AttributeList attributes() const {
    AttributeList result = calls_.front()->getAttributes();
    for (const CallInst* call : calls_)
      result = result.intersectWith(kernel_.getContext(), call->getAttributes())
                   .value_or(callee_.getAttributes());
    return result;
  }

  AllocaInst* variable(Type* type, const Twine& name) {
    BasicBlock& entry = kernel_.getEntryBlock();
    return IRBuilder<>(&entry, entry.begin()).CreateAlloca(type, nullptr, name);
  }

  void make_copy() {
    from_ = variable(builder_.getInt32Ty(), "from");
    copy_ = BasicBlock::Create(kernel_.getContext(), callee_.getName(), &kernel_);
    builder_.SetInsertPoint(copy_);
    for (unsigned i = 0; i < callee_.arg_size(); ++i) {
      Value* value = SharedArgument(calls_, i).at(builder_);
      places_.push_back(value ? nullptr : variable(callee_.getArg(i)->getType(), "argument"));
      if (!value) value = builder_.CreateLoad(callee_.getArg(i)->getType(), places_.back());
      arguments_.push_back(value);
    }
  }

  /// Turns the call into a jump. No value of its block may be used after it.
  void redirect(CallInst& call, ConstantInt* number, AllocaInst* result, SwitchInst& back) {
    BasicBlock* before = call.getParent();
    BasicBlock* after = SplitBlock(before, &call);
    IRBuilder<> leave(before->getTerminator());
    for (const auto& [place, argument] : zip_equal(places_, call.args()))
      if (place) leave.CreateStore(argument, place);
    leave.CreateStore(number, from_);
    leave.CreateBr(copy_);
    before->getTerminator()->eraseFromParent();
    if (result) {
      IRBuilder<> at(&call);
      call.replaceAllUsesWith(at.CreateLoad(call.getType(), result));
    }
    call.eraseFromParent();
    back.addCase(number, after);
  }

  Function& kernel_;
  Function& callee_;
  const ArrayRef<CallInst*> calls_;
  IRBuilder<> builder_;
  BasicBlock* copy_ = nullptr;
  AllocaInst* from_ = nullptr;       // the number of the call
  SmallVector<AllocaInst*> places_;  // variables of arguments that differ
  SmallVector<Value*> arguments_;
};

void simplify(Function& kernel, FunctionAnalysisManager& analyses) {
  FunctionPassManager passes;
  passes.addPass(SROAPass(SROAOptions::ModifyCFG));
  passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/false));
  passes.addPass(SimplifyCFGPass());
  passes.run(kernel, analyses);
}

/// Keeps values in variables: after the copy no definition dominates them.
void keep_values_in_variables(Function& kernel, FunctionAnalysisManager& analyses) {
  FunctionPassManager passes;
  passes.addPass(RegToMemPass());
  passes.run(kernel, analyses);
}

SmallVector<CallInst*> calls_of(Function& callee, const Function& kernel) {
  SmallVector<CallInst*> calls;
  for (User* user : callee.users()) {
    auto* call = dyn_cast<CallInst>(user);
    if (call && call->getCalledOperand() == &callee && call->getFunction() == &kernel)
      calls.push_back(call);
  }
  return calls;
}

}  // namespace

void merge_calls(Function& kernel, Function& callee, FunctionAnalysisManager& analyses) {
  simplify(kernel, analyses);
  const SmallVector<CallInst*> calls = calls_of(callee, kernel);
  if (calls.size() < 2) return;
  for (CallInst* call : calls) SplitBlock(call->getParent(), call->getNextNode());
  analyses.invalidate(kernel, PreservedAnalyses::none());
  keep_values_in_variables(kernel, analyses);
  Merger(kernel, callee, calls).run();
  analyses.invalidate(kernel, PreservedAnalyses::none());
}

}  // namespace heddle::compiler
