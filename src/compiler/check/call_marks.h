// SPDX-License-Identifier: Apache-2.0
// Marks beside calls of built-in functions: passes that stand before link_builtins leave them while
// functions have their names, and checks replace them when the kernel is in one piece.
#pragma once

#include <llvm/IR/Instructions.h>

#include <cstdint>

namespace heddle::compiler {

// Calls that all work-items of a group, or of a sub-group, must come to in the same way, and that
// are no barriers: between mark_collectives and check_barriers.

/// ptr(ptr event, ...): an asynchronous copy, with its other arguments as i64. Returns its event.
inline constexpr const char* kCopyMark = "__hd_service_note_copy";
/// void(ptr event): a wait for an event.
inline constexpr const char* kWaitMark = "__hd_service_note_wait";
/// void(): a function of a sub-group.
inline constexpr const char* kCollectiveMark = "__hd_service_note_collective";

// Orders of atomic functions: between mark_orders and check_races.

/// A call before an atomic function, with its order and scope (HD_RACE_...), and one after it, with
/// 0: void(i32). That of a fence has HD_RACE_FENCE.
inline constexpr const char* kOrderMark = "__hd_service_order";
/// The bit of a fence that is a barrier's.
inline constexpr uint32_t kBarrierMark = 0x80000000;

/// Returns the name in the source of a built-in function that is not linked yet, without its types;
/// empty for others.
llvm::StringRef builtin_name(const llvm::Function& function);
/// Returns the function's call that an instruction is; null if it is none of the name.
llvm::CallInst* as_mark(llvm::Instruction& instruction, llvm::StringRef name);
/// Removes all marks of a name. Who uses the value of one gets its first operand.
void remove_marks(llvm::Module& module, llvm::StringRef name);

}  // namespace heddle::compiler
