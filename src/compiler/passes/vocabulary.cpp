// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/vocabulary.h"

#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/Constants.h>

namespace heddle::compiler {
using namespace llvm;

Word word_of(const Function& function) {
  StringRef name = function.getName();
  if (!name.consume_front("__hd_")) return Word::None;
  return StringSwitch<Word>(name)
      .Case("local_id", Word::LocalId)
      .Case("group_id", Word::GroupId)
      .Case("local_size", Word::LocalSize)
      .Case("enqueued_local_size", Word::EnqueuedLocalSize)
      .Case("global_size", Word::GlobalSize)
      .Case("global_offset", Word::GlobalOffset)
      .Case("num_groups", Word::NumGroups)
      .Case("work_dim", Word::WorkDim)
      .Case("barrier", Word::Barrier)
      .Case("group_scratch", Word::GroupScratch)
      .Case("is_local", Word::IsLocal)
      .Case("is_private", Word::IsPrivate)
      .Case("local_memory", Word::LocalMemory)
      .Case("globals", Word::Globals)
      .Case("launch", Word::Launch)
      .Default(Word::None);
}

Word called_word(const Instruction& instruction) {
  const auto* call = dyn_cast<CallBase>(&instruction);
  const Function* callee = call ? call->getCalledFunction() : nullptr;
  return callee && callee->isDeclaration() ? word_of(*callee) : Word::None;
}

unsigned dimension(const CallBase& call) {
  return cast<ConstantInt>(call.getArgOperand(0))->getZExtValue();
}

FunctionCallee pointer_word(Module& module, Word word) {
  const char* name = word == Word::LocalMemory ? "__hd_local_memory"
                     : word == Word::Globals   ? "__hd_globals"
                                               : "__hd_launch";
  LLVMContext& context = module.getContext();
  FunctionCallee callee = module.getOrInsertFunction(name, PointerType::get(context, 0));
  auto* function = cast<Function>(callee.getCallee());
  function->setDoesNotAccessMemory();
  function->setDoesNotThrow();
  function->setWillReturn();
  return callee;
}

}  // namespace heddle::compiler
