// SPDX-License-Identifier: Apache-2.0
// What passes tell each other, and code generation, in the IR: metadata, attributes and names of
// our own.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <string>

namespace heddle::compiler {

/// Metadata of the branch to code that only whole vectors run, all of whose lanes go the same way.
inline constexpr const char* kAllLanes = "heddle.all_lanes";

/// Does the block end in that branch?
bool asks_for_all_lanes(const llvm::BasicBlock& block);

/// plan_lanes keeps a copy of the kernel under this name for a kernel that turns out not to be
/// vectorisable; widen takes it away.
std::string scalar_copy_name(const llvm::Function& kernel);
/// What widen calls the function that does all rows of a tile.
std::string rows_name(const llvm::Function& kernel);

/// Says of a variable that it is written and read between two barriers: nothing of it lives across
/// one.
void mark_transient(llvm::AllocaInst& alloca);
bool is_transient(const llvm::AllocaInst& alloca);

/// Attribute of a function whose instructions take turns: code generation keeps their order. Its
/// scheduler, to save registers, would put what belongs to one iteration after what belongs to the
/// other.
inline constexpr const char* kKeepOrder = "heddle-keep-order";

}  // namespace heddle::compiler
