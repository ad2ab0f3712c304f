// SPDX-License-Identifier: Apache-2.0
// Marks in the IR by which passes tell each other, and code generation, something: metadata,
// attributes and names of our own.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <string>

namespace heddle::compiler {

/// Metadata of the branch to code for whole vectors only, all of whose lanes go the same way.
inline constexpr const char* kAllLanes = "heddle.all_lanes";

/// Tells whether the block ends in that branch.
bool asks_for_all_lanes(const llvm::BasicBlock& block);

/// Returns the name under which plan_lanes keeps a copy of the kernel, in case it turns out not to
/// be vectorisable; widen removes it.
std::string scalar_copy_name(const llvm::Function& kernel);
/// Returns widen's name of the function for all vectors of a tile.
std::string rows_name(const llvm::Function& kernel);

/// Marks a variable that is written and read between two barriers: its contents do not live across
/// one.
void mark_transient(llvm::AllocaInst& alloca);
bool is_transient(const llvm::AllocaInst& alloca);

/// An attribute of a function with interleaved instructions: code generation keeps their order. To
/// save registers its scheduler would separate the iterations again.
inline constexpr const char* kKeepOrder = "heddle-keep-order";

}  // namespace heddle::compiler
