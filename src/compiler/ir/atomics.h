// SPDX-License-Identifier: Apache-2.0
// Local memory belongs to the one thread that runs the work-group: nothing there needs to be
// atomic. But lanes of a vector meet in it, so atomic operations stay what they are until
// work-items have become lanes, with a scope that says that one thread alone takes part.
#pragma once

#include <llvm/IR/Module.h>

#include <llvm/IR/Instructions.h>

#include <optional>

#include "compiler/ir/intrinsics.h"
#include "compiler/ir/kernel_context.h"

namespace heddle::compiler {

/// Requires: address spaces as the front end left them. Ensures: atomic operations on local memory
/// have the scope "singlethread" and are not volatile. Generic pointers are followed. Plain
/// accesses stay volatile while the code is that of one work-item: what it has stored another may
/// have overwritten when it looks (`do s[i] = n; while (s[i] != n);` of warps in step).
void mark_local_atomics(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses);
/// Is it a plain access that is volatile although one thread alone sees the memory?
bool is_local_volatile(const llvm::Instruction& instruction);
/// What replaces such an access is one.
void copy_local_volatile(llvm::Instruction& to, const llvm::Instruction& from);
/// Ensures: no access to local memory is volatile. Lanes go in step from now on.
void drop_local_volatile(llvm::Function& kernel);

/// What the values of several updates are combined by; a difference is one of the sum.
std::optional<LaneOperation> lane_operation(const llvm::AtomicRMWInst& update);
/// Can several updates of one address be done as one?
bool combines_lanes(const llvm::AtomicRMWInst& update);

}  // namespace heddle::compiler
