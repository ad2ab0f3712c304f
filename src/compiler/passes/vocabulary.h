// SPDX-License-Identifier: Apache-2.0
// The internal vocabulary (builtins/hd.h): the few functions without a body in which built-ins and
// passes meet. No pass behind link_builtins sees a mangled name.
#pragma once

#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace heddle::compiler {

enum class Word {
  None,
  LocalId,
  GroupId,
  LocalSize,
  EnqueuedLocalSize,
  GlobalSize,
  GlobalOffset,
  NumGroups,
  WorkDim,
  Barrier,
  GroupScratch,
  IsLocal,
  IsPrivate,
  LocalMemory,  // base of the group's local memory; made by lower_globals
  Globals,      // base of the program's block of variables; made by lower_globals
  Launch,       // the hd_launch; made by lower_printf
};

/// Which word of the vocabulary `function` is, by its name.
Word word_of(const llvm::Function& function);
/// Which word `instruction` calls; Word::None for everything else.
Word called_word(const llvm::Instruction& instruction);
/// The literal dimension of a call such as __hd_local_id(0).
unsigned dimension(const llvm::CallBase& call);
/// The declaration of a word without arguments that yields a pointer (LocalMemory, Globals,
/// Launch).
llvm::FunctionCallee pointer_word(llvm::Module& module, Word word);

}  // namespace heddle::compiler
