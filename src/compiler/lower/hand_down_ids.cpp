// SPDX-License-Identifier: Apache-2.0
#include "compiler/lower/hand_down_ids.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include <map>

#include "compiler/ir/intrinsics.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

bool is_id(Internal intrinsic) {
  return intrinsic == Internal::GlobalId ||
         (intrinsic >= Internal::LocalId && intrinsic <= Internal::WorkDim);
}

/// Tells whether it is a built-in function that computes with ids and sizes only, so that it may be
/// called anywhere.
bool is_about_ids(const Function& function) {
  if (function.isDeclaration() || function.size() != 1 || !function.doesNotAccessMemory() ||
      !function.willReturn())
    return false;
  bool asks = false;
  for (const Instruction& each : function.front()) {
    asks |= is_id(called_internal(each));
    if (isa<CallBase>(each) && !isa<IntrinsicInst>(each) && !is_id(called_internal(each)))
      return false;
  }
  return asks;
}

/// A built-in function, and the constants that it is called with.
using Question = SmallVector<Value*, 2>;

Question question(CallInst& call) {
  Question result{call.getCalledFunction()};
  append_range(result, call.args());
  return result;
}

/// A function, and all its questions.
class Asker {
 public:
  explicit Asker(Function& function) : function_(function) {
    for (Instruction& each : instructions(function)) {
      auto* call = dyn_cast<CallInst>(&each);
      const Function* called = call ? call->getCalledFunction() : nullptr;
      const auto is_constant = [](const Use& each) { return isa<Constant>(each.get()); };
      if (called && is_about_ids(*called) && all_of(call->args(), is_constant))
        questions_[question(*call)].push_back(call);
    }
  }

  bool can_be_told() const {
    return !questions_.empty() && !function_.isVarArg() && !is_about_ids(function_) &&
           all_of(function_.uses(), [&](const Use& use) {
             const auto* call = dyn_cast<CallInst>(use.getUser());
             return call && call->isCallee(&use) && !call->isMustTailCall() &&
                    call->getFunctionType() == function_.getFunctionType();
           });
  }

  void hand_down() {
    SmallVector<Type*> types(function_.getFunctionType()->params());
    for (const auto& [asked, calls] : questions_) types.push_back(calls.front()->getType());
    auto* type = FunctionType::get(function_.getReturnType(), types, /*isVarArg=*/false);
    Function& told = *Function::Create(type, function_.getLinkage(), function_.getAddressSpace(),
                                       "", function_.getParent());
    told.copyAttributesFrom(&function_);
    told.copyMetadata(&function_, 0);
    told.takeName(&function_);
    told.splice(told.begin(), &function_);
    for (Argument& argument : function_.args()) {
      Argument& same = *told.getArg(argument.getArgNo());
      same.takeName(&argument);
      argument.replaceAllUsesWith(&same);
    }
    unsigned number = function_.arg_size();
    for (const auto& [asked, calls] : questions_) {
      Argument* answer = told.getArg(number++);
      for (CallInst* call : calls) {
        call->replaceAllUsesWith(answer);
        call->eraseFromParent();
      }
    }
    for (User* user : make_early_inc_range(function_.users())) tell(cast<CallInst>(*user), told);
    function_.eraseFromParent();
  }

 private:
  void tell(CallInst& call, Function& told) const {
    IRBuilder<> at(&call);
    SmallVector<Value*> arguments(call.args());
    for (const auto& [asked, calls] : questions_) {
      auto* about = cast<Function>(asked.front());
      CallInst* answer = at.CreateCall(about, ArrayRef(asked).drop_front());
      answer->setCallingConv(about->getCallingConv());
      arguments.push_back(answer);
    }
    CallInst* replacement = at.CreateCall(&told, arguments);
    replacement->takeName(&call);
    replacement->setAttributes(call.getAttributes());
    replacement->setCallingConv(call.getCallingConv());
    replacement->copyMetadata(call);
    call.replaceAllUsesWith(replacement);
    call.eraseFromParent();
  }

  Function& function_;
  MapVector<Question, SmallVector<CallInst*>, std::map<Question, unsigned>> questions_;
};

}  // namespace

bool hand_down_ids(ArrayRef<Function*> functions) {
  bool any = false;
  for (Function* function : functions.drop_back()) {
    Asker asker(*function);
    if (!asker.can_be_told()) continue;
    asker.hand_down();
    any = true;
  }
  return any;
}

}  // namespace heddle::compiler
