// SPDX-License-Identifier: Apache-2.0
#include "compiler/lower/join_sines.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Utils/Mem2Reg.h>

#include "compiler/builtins/library.h"
#include "compiler/ir/kernel_context.h"
#include "compiler/ir/managers.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

constexpr StringRef kSine = "_Z3sin", kCosine = "_Z3cos";

/// The mangled types after one of the names, or nothing.
StringRef types_of(const CallInst& call, StringRef name) {
  const Function* callee = call.getCalledFunction();
  if (!callee || !callee->isDeclaration() || call.arg_size() != 1) return {};
  StringRef types = callee->getName();
  // What follows is float, double, half or a vector of them.
  if (!types.consume_front(name) || types.empty() || !StringRef("fdD").contains(types[0]))
    return {};
  return call.getType() == call.getArgOperand(0)->getType() ? types : StringRef();
}

SetVector<Function*> callers_of(Module& module, StringRef name) {
  SetVector<Function*> result;
  for (Function& function : module) {
    if (!function.isDeclaration() || !function.getName().starts_with(name)) continue;
    for (User* user : function.users()) {
      auto* call = dyn_cast<CallInst>(user);
      if (call && !types_of(*call, name).empty()) result.insert(call->getFunction());
    }
  }
  return result;
}

struct Pair {
  CallInst* sine = nullptr;
  CallInst* cosine = nullptr;
};

/// `first` is the one of the two that comes first.
void join(const Pair& pair, CallInst& first) {
  const StringRef types = types_of(*pair.sine, kSine);
  const bool is_vector = types.starts_with("Dv");
  const std::string name =
      ("_Z6sincos" + types + "P" + (is_vector ? StringRef("S_") : types)).str();
  if (builtins::find(name) < 0) return;
  Type* type = first.getType();
  IRBuilder<> at(&first.getFunction()->getEntryBlock().front());
  AllocaInst* place = at.CreateAlloca(type, nullptr, "cosine");
  at.SetInsertPoint(&first);
  FunctionCallee callee =
      first.getModule()->getOrInsertFunction(name, type, type, place->getType());
  CallInst* both = at.CreateCall(callee, {first.getArgOperand(0), place});
  both->copyFastMathFlags(&first);
  both->setCallingConv(first.getCallingConv());
  cast<Function>(callee.getCallee())->setCallingConv(first.getCallingConv());
  Value* cosine = at.CreateLoad(type, place);
  pair.sine->replaceAllUsesWith(both);
  pair.cosine->replaceAllUsesWith(cosine);
  pair.sine->eraseFromParent();
  pair.cosine->eraseFromParent();
}

/// Only within a block: else one of the two might not be wanted.
void join_in(BasicBlock& block) {
  DenseMap<Value*, Pair> pairs;
  for (Instruction& instruction : make_early_inc_range(block)) {
    auto* call = dyn_cast<CallInst>(&instruction);
    if (!call) continue;
    const bool is_sine = !types_of(*call, kSine).empty();
    if (!is_sine && types_of(*call, kCosine).empty()) continue;
    Pair& pair = pairs[call->getArgOperand(0)];
    CallInst*& own = is_sine ? pair.sine : pair.cosine;
    CallInst* other = is_sine ? pair.cosine : pair.sine;
    own = call;
    if (!other) continue;
    const Pair found = pair;
    pairs.erase(call->getArgOperand(0));
    join(found, *other);
  }
}

}  // namespace

void join_sines(Function& kernel, KernelContext& context) {
  Module& module = *kernel.getParent();
  const SetVector<Function*> sines = callers_of(module, kSine);
  SetVector<Function*> both = callers_of(module, kCosine);
  both.remove_if([&](Function* function) { return !sines.contains(function); });
  if (both.empty()) return;
  PassManagers managers(context);
  FunctionPassManager passes;
  passes.addPass(PromotePass());
  passes.addPass(EarlyCSEPass());
  for (Function* function : both) {
    passes.run(*function, managers.function);
    for (BasicBlock& block : *function) join_in(block);
  }
}

}  // namespace heddle::compiler
