// SPDX-License-Identifier: Apache-2.0
// Atomic operations on local memory. It belongs to the one thread that runs the work-group, so
// nothing there needs to be atomic. But lanes of a vector share it, so atomic operations stay until
// work-items have become lanes, with a scope in which only one thread takes part.
#pragma once

#include <llvm/IR/Module.h>

#include <llvm/IR/Instructions.h>

#include <optional>

#include "compiler/ir/intrinsics.h"
#include "compiler/ir/kernel_context.h"

namespace heddle::compiler {

/// Gives atomic operations on local memory the scope "singlethread", and makes them not volatile.
/// Follows generic pointers. Plain accesses stay volatile while the code is that of one work-item:
/// another one may have overwritten a stored value before it is read (`do s[i] = n; while (s[i] !=
/// n);` of warps in lockstep). Requires: address spaces as the front end left them.
void mark_local_atomics(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses);
/// Tells whether it is a plain access that is volatile although only one thread sees the memory.
bool is_local_volatile(const llvm::Instruction& instruction);
/// Marks the replacement of such an access as one.
void copy_local_volatile(llvm::Instruction& to, const llvm::Instruction& from);
/// Makes accesses to local memory not volatile. Lanes run in lockstep from now on.
void drop_local_volatile(llvm::Function& kernel);

/// Tells whether an update leaves every value as it is, as `atomic_add(p, 0)` does: it only reads.
bool keeps_value(const llvm::AtomicRMWInst& update);

/// Returns the operation that combines the operands of several such updates, or nothing if there is
/// none. Operands of subtractions are added.
std::optional<LaneOperation> lane_operation(const llvm::AtomicRMWInst& update);
/// Tells whether several updates of one address can be done as one.
bool combines_lanes(const llvm::AtomicRMWInst& update);

}  // namespace heddle::compiler
