// SPDX-License-Identifier: Apache-2.0
// Exchanges of values between the lanes of a vector: broadcasts, shuffles and votes of sub-groups.
#pragma once

#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

namespace heddle::compiler {

class WideKernel;

void exchange(WideKernel& wide, llvm::CallBase& call);

void pick(WideKernel& wide, llvm::CallBase& call);

}  // namespace heddle::compiler
