// SPDX-License-Identifier: Apache-2.0
// Only the kernel knows which work-item it runs for. Functions that are to stay functions
// (keep_calls.h) are told by their callers.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/IR/Function.h>

namespace heddle::compiler {

/// Makes what functions ask of ids and sizes with constant arguments (get_global_id(0)) arguments
/// of theirs, which the kernel gives to what it calls, and so on. `functions` stand after what they
/// call, the kernel last. False: none asks. Functions that change are new ones, with their names.
bool hand_down_ids(llvm::ArrayRef<llvm::Function*> functions);

}  // namespace heddle::compiler
