// SPDX-License-Identifier: Apache-2.0
// Passes ids to functions that stay functions (keep_calls.h): only the kernel knows which work-item
// it runs for.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/IR/Function.h>

namespace heddle::compiler {

/// Makes ids and sizes with constant arguments (get_global_id(0)) arguments of the functions that
/// use them, which the kernel passes to its callees, and so on. `functions` stand after their
/// callees, the kernel last. Returns false if none uses ids. Functions that change are replaced by
/// new ones of the same names.
bool hand_down_ids(llvm::ArrayRef<llvm::Function*> functions);

}  // namespace heddle::compiler
