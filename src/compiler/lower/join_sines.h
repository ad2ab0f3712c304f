// SPDX-License-Identifier: Apache-2.0
// The sine and the cosine of one number, asked for one by one, are one call of sincos: most of the
// work is to find the quadrant, and the rare large arguments have code of their own.
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

#include "compiler/ir/transform.h"

namespace heddle::compiler {

struct KernelContext;

/// Requires: a program as the front end left it, built-ins called by their mangled names.
/// Ensures: the sine and the cosine of one number in one block are one call. Functions that call
/// both come out in SSA form.
void join_sines(llvm::Function& kernel, KernelContext& context);
inline constexpr KernelTransform kJoinSines{"join-sines", Need::Optional, join_sines};

}  // namespace heddle::compiler
